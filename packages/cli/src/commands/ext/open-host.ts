import { readConfig } from "@zot/sdk";
import { createHost, type ExtensionHost, type HostOptions } from "@zot/sdk/extensions";
import { SLASH_NAMES } from "../../modes/interactive/slash/table.js";
import { VERSION } from "../../version.js";
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
  return createHost({
    ...{ cwd, zotHome, zotVersion: VERSION, provider, model, config },
    builtinCommands: SLASH_NAMES,
    ...options,
  });
}
