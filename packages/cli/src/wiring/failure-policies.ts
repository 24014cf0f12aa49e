import type { FailurePolicy } from "@zot/protocol";
import type { Config } from "../config.js";
import { CliError } from "../errors.js";
import { isObject } from "../is-object.js";

/**
 * The user's own word on what a failing guard means, by extension: `on_failure` in config.json. It goes
 * before the extension's. A value that can't be read ends the run: taken for nothing, it would let calls pass.
 */
export function readFailurePolicies(config: Config): Record<string, FailurePolicy> {
  const policies: unknown = config.on_failure ?? {};
  if (!isObject(policies)) {
    throw new CliError('config.json: "on_failure" must hold "allow" or "deny" by extension');
  }
  for (const [name, policy] of Object.entries(policies)) {
    if (policy === "allow" || policy === "deny") continue;
    throw new CliError(`config.json: "on_failure" of ${name} must be "allow" or "deny"`);
  }
  return policies as Record<string, FailurePolicy>;
}

/** The extensions that the user lets deny when they fail. */
export function deniedNames(config: Config): ReadonlySet<string> {
  const policies = Object.entries(readFailurePolicies(config));
  return new Set(policies.filter(([, policy]) => policy === "deny").map(([name]) => name));
}
