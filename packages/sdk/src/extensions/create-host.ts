import { ExtensionHost, type HostOptions } from "@zot/host";
import { knownSecrets } from "@zot/providers";
import type { Config } from "../settings/config.js";
import { readFailurePolicies } from "../settings/failure-policies.js";
import { childEnv } from "./child-env.js";

export interface HostSetup extends Omit<HostOptions, "env" | "onFailure" | "secrets"> {
  config: Config;
  /** The session that is kept now, if one is. */
  sessionId?: () => string | undefined;
}

/** The host of a workspace's extensions, not yet started. */
export function createHost({ config, sessionId, builtinTools, ...options }: HostSetup) {
  return new ExtensionHost({
    ...options,
    env: childEnv(sessionId),
    secrets: knownSecrets,
    builtinTools: ["read", "write", "edit", "bash", "skill", ...(builtinTools ?? [])],
    onFailure: readFailurePolicies(config),
  });
}
