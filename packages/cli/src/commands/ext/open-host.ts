import { ExtensionHost, type HostOptions } from "@zot/host";
import { knownSecrets } from "@zot/providers";
import { readConfig } from "../../config.js";
import { SLASH_NAMES } from "../../slash-commands.js";
import { VERSION } from "../../version.js";
import { childEnv } from "../../wiring/child-env.js";
import { readFailurePolicies } from "../../wiring/failure-policies.js";
import type { Place } from "./command.js";

/** What somebody who only wants to look waits for; the whole time that a start may take is for those who rely on it. */
const PATIENCE_MS = 3_000;

/** Starts the extensions; those that take long are left behind as they are. */
export async function startSoon(host: ExtensionHost): Promise<void> {
  const timer = setTimeout(() => host.skipStarting(), PATIENCE_MS);
  await host.start();
  clearTimeout(timer);
}

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
