import type { HostOptions } from "@zot/host";
import { WorkspaceError } from "../errors.js";
import { isObject, type Config } from "./config.js";

type FailurePolicies = NonNullable<HostOptions["onFailure"]>;

/**
 * The user's own word on what a failing guard means, by extension: `on_failure` in config.json. It goes
 * before the extension's. A value that can't be read ends the run: taken for nothing, it would let calls pass.
 */
export function readFailurePolicies(config: Config): FailurePolicies {
  const policies: unknown = config.on_failure ?? {};
  if (!isObject(policies)) {
    const message = 'config.json: "on_failure" must hold "allow" or "deny" by extension';
    throw new WorkspaceError("bad-settings", message);
  }
  for (const [name, policy] of Object.entries(policies)) {
    if (policy === "allow" || policy === "deny") continue;
    const message = `config.json: "on_failure" of ${name} must be "allow" or "deny"`;
    throw new WorkspaceError("bad-settings", message);
  }
  return policies as FailurePolicies;
}

/** The extensions that the user lets deny when they fail. */
export function deniedNames(config: Config): ReadonlySet<string> {
  const policies = Object.entries(readFailurePolicies(config));
  return new Set(policies.filter(([, policy]) => policy === "deny").map(([name]) => name));
}
