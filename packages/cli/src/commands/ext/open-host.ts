import { ExtensionHost, type HostOptions } from "@zot/host";
import { knownSecrets } from "@zot/providers";
import { readConfig } from "../../config.js";
import { SLASH_NAMES } from "../../slash-commands.js";
import { VERSION } from "../../version.js";
import { childEnv } from "../../wiring/child-env.js";
import { readFailurePolicies } from "../../wiring/failure-policies.js";
import type { Place } from "./command.js";

/** A host as the modes have it, without a model: only what the user trusts runs. */
export function openHost(
  { zotHome, cwd }: Place,
  options: Pick<HostOptions, "paths" | "discover" | "frames" | "interactive"> = {},
): ExtensionHost {
  const config = readConfig(zotHome);
  const { provider = "offline", model = "offline" } = config;
  return new ExtensionHost({
    cwd,
    zotHome,
    zotVersion: VERSION,
    provider,
    model,
    env: childEnv(),
    secrets: knownSecrets,
    builtinTools: ["read", "write", "edit", "bash", "skill"],
    builtinCommands: SLASH_NAMES,
    onFailure: readFailurePolicies(config),
    ...options,
  });
}
