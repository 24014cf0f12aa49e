import type { FailurePolicy, InterceptName } from "@zot/protocol";
import type { Connection } from "../connection/connection.js";
import type { ExtensionStatus } from "./extension-status.js";

/** An extension that intercepts an event, and the policy for when it fails or can't be asked. */
export interface Guard {
  /** None while no process of it can answer. */
  connection: Connection | undefined;
  onFailure: FailurePolicy;
  /** Why that is so. */
  why: string;
}

/**
 * Whether an extension guards an event, also while it is not ready: then the registrations of its previous process, its
 * manifest and the user's choice count. The policy of one that was never ready is unknown, so one that declares in its
 * manifest that it guards denies.
 */
export function findGuard(extension: ExtensionStatus, event: InterceptName): Guard | undefined {
  const { connection, userPolicy, declared } = extension;
  const now = connection?.registrations;
  const hasSaidAll = connection?.hasSaidReady === true;
  const before = hasSaidAll ? [] : extension.before.filter((known) => known !== now);
  const earlier = before.filter(({ intercepts }) => intercepts.has(event));
  // It counts from the moment that it subscribes, ready or not.
  if (now?.intercepts.has(event)) {
    const policies = connection?.isReady ? [now] : [now, ...earlier];
    return { connection, ...decide(userPolicy ?? strictest(policies)) };
  }
  if (hasSaidAll || !extension.shouldRun) return undefined;
  const absent = (policy: FailurePolicy, why?: string): Guard => ({
    connection: undefined,
    ...decide(userPolicy ?? policy, userPolicy === undefined ? why : undefined),
  });
  if (declared.has(event)) return absent("deny", "its manifest says that it guards this");
  if (earlier.length > 0) return absent(strictest(earlier));
  const isUnknown = !extension.ready && !extension.registrations;
  return isUnknown && event === "tool_call" && userPolicy === "deny" ? absent("deny") : undefined;
}

/** What a list says of an extension's guards. */
export function describeGuards(extension: ExtensionStatus): {
  intercepts: string[];
  onFailure: FailurePolicy;
} {
  const { connection, declared, before, userPolicy } = extension;
  const known = [connection?.registrations, ...before].map((each) => [...(each?.intercepts ?? [])]);
  const events = new Set(["tool_call", ...known.flat(), ...declared]);
  const guards = [...events].flatMap((event) => {
    const guard = findGuard(extension, event as InterceptName);
    return guard ? [{ event, onFailure: guard.onFailure }] : [];
  });
  return {
    intercepts: guards.map(({ event }) => event),
    onFailure: userPolicy ?? strictest(guards),
  };
}

function decide(onFailure: FailurePolicy, why = `its on_failure is ${onFailure}`) {
  return { onFailure, why };
}

function strictest(registrations: readonly { onFailure: FailurePolicy }[]): FailurePolicy {
  return registrations.some(({ onFailure }) => onFailure === "deny") ? "deny" : "allow";
}
