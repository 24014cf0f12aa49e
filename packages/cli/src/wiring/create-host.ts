import { ExtensionHost, type DecideTrust, type RunTool } from "@zot/host";
import { knownSecrets } from "@zot/providers";
import type { Options } from "../args/flags.js";
import { SLASH_NAMES } from "../slash-commands.js";
import { VERSION } from "../version.js";
import { childEnv } from "./child-env.js";
import { extensionPlaces } from "./find-extensions.js";
import { readFailurePolicies } from "./failure-policies.js";
import type { Surroundings } from "./surroundings.js";

export interface HostSetup {
  provider: string;
  model: string;
  runTool: RunTool;
  /** The session that is kept now, if one is. */
  sessionId: () => string | undefined;
  decideTrust?: DecideTrust | undefined;
  /** Whether a user is there for panels and submits. */
  interactive?: boolean;
}

/** The host of a run's extensions, not yet started. */
export function createHost(
  options: Options,
  { cwd, home, logger, config }: Pick<Surroundings, "cwd" | "home" | "logger" | "config">,
  { decideTrust, sessionId, ...setup }: HostSetup,
): ExtensionHost {
  return new ExtensionHost({
    ...setup,
    env: childEnv(sessionId),
    secrets: knownSecrets,
    cwd,
    zotHome: home,
    zotVersion: VERSION,
    ...extensionPlaces(options),
    builtinTools: ["read", "write", "edit", "bash", "skill"],
    builtinCommands: SLASH_NAMES,
    onFailure: readFailurePolicies(config),
    logger,
    ...(decideTrust === undefined ? {} : { decideTrust }),
  });
}
