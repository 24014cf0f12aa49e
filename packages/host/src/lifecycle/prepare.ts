import { resolve } from "node:path";
import type { Manifest } from "@zot/protocol";
import { isInside } from "../context/base.js";
import type { Fault } from "../context/faults.js";
import type { Settings } from "../context/host-context.js";
import { describeShadow, isProtected, type Found } from "../discovery/discover.js";
import { resolveExec } from "../discovery/resolve-exec.js";
import type { TrustCheck } from "../trust/trust.js";
import type { ExtensionState } from "./extension-state.js";
import { childEnvironment } from "../connection/process/child-environment.js";
import type { Program } from "../connection/process/spawn.js";

export type Prepared = { ok: true; program: Program } | ({ ok: false } & Refused);

/** Why it does not run. */
export interface Refused {
  state: ExtensionState;
  reason: string | undefined;
  /** The user would not expect it, though it follows from what they chose. */
  isUnexpected?: boolean;
}

export interface Checks {
  isTrusted: TrustCheck;
  /** The one that has its name, once that is known: a project's only if it is trusted and can be started. */
  findShadow: (found: Found) => Promise<Found | undefined>;
}

/** Everything that must be true before an extension is spawned, each time that it is. */
export async function prepare(
  found: Found,
  checks: Checks,
  { env, secrets }: Settings,
): Promise<Prepared> {
  const { manifest, dir } = found;
  const shadow = await checks.findShadow(found);
  if (shadow) {
    const refused = refuse("shadowed", describeShadow(found, shadow));
    return { ...refused, isUnexpected: isProtected(found, shadow) };
  }
  if (!manifest) return refuse("broken", found.problem);
  if (manifest.enabled === false) return refuse("disabled", undefined);
  const trust = found.scope === "project" ? await checks.isTrusted(found) : undefined;
  if (trust && !trust.ok) return refuse("untrusted", trust.reason);
  if (manifest.exec === undefined) return refuse("bundle", undefined);
  const exec = resolveExec(manifest.exec, dir, env.PATH);
  if (!exec.ok) return refuse("unavailable", exec.reason);
  const program: Program = {
    command: exec.command,
    args: manifest.args ?? [],
    cwd: dir,
    env: childEnvironment(env, secrets()),
    isStill: trust?.isStill,
  };
  return { ok: true, program };
}

/** No fault where the user chose that it does not run and nothing else changes. */
export function refusalFault(
  dir: string,
  { state, reason = `it is ${state}`, isUnexpected = false }: Refused,
  instead: readonly string[],
): Fault | undefined {
  const details = { dir, reason, instead };
  if (state === "unavailable" || state === "untrusted") return { code: state, details };
  const isTold = state === "broken" || isUnexpected || (state === "disabled" && instead.length > 0);
  return isTold ? { code: "load", details } : undefined;
}

/** Trust needs hashes and walks folders: it is loaded for a project that has extensions. */
export function checkTrustLazily(settings: Settings): TrustCheck {
  let check: Promise<TrustCheck> | undefined;
  return async (found) => {
    check ??= import("../trust/trust.js").then((trust) => trust.checkExtensions(settings));
    return (await check)(found);
  };
}

function refuse(state: ExtensionState, reason: string | undefined): { ok: false } & Refused {
  return { ok: false, state, reason };
}

/** The skills that a manifest names; paths that leave the folder are ignored. */
export function skillPaths(manifest: Manifest | undefined, dir: string): string[] {
  return (manifest?.skills ?? [])
    .map((path) => resolve(dir, path))
    .filter((path) => isInside(dir, path));
}
