import {
  applyProxy,
  loadCatalog,
  readConfig,
  rememberSecret,
  SessionStore,
  takeCredentials,
  zotHome,
  type WorkspaceOptions,
} from "@zot/sdk";
import { findCwd } from "./args/find-cwd.js";
import type { Options } from "./args/flags.js";
import { createLogger } from "./logging.js";
import { tellUnused } from "./unused-settings/tell.js";
import { VERSION } from "./version.js";

/** What a run finds before anything is chosen: its folders, its settings, the models there are. */
export async function readContext(options: Options): Promise<WorkspaceOptions> {
  const home = zotHome();
  takeCredentials({ home });
  hideApiKey(options["api-key"]);
  const cwd = findCwd(options);
  const config = readConfig(home);
  applyProxy(config, process.env);
  const catalog = await loadCatalog({ home });
  takeCredentials({ home, providers: catalog.providers });
  const warnings = [...catalog.warnings, ...(await tellUnused(home, config, catalog))];
  return {
    home,
    cwd,
    config,
    version: VERSION,
    logger: createLogger(home, logLevel(options)),
    catalog: { ...catalog, warnings },
    store: new SessionStore({ home, cwd, version: VERSION }),
  };
}

/** The command line of a process can be read by everyone on the machine. */
function hideApiKey(key: string | undefined): void {
  if (key === undefined) return;
  rememberSecret(key);
  process.title = "zot";
}

function logLevel(options: Options) {
  const asked = process.env.ZOT_LOG;
  if (asked === "debug" || asked === "info" || asked === "warn" || asked === "error") return asked;
  return options.verbose ? "debug" : "warn";
}
