import { SessionStore } from "@zot/core";
import {
  loadCatalog,
  rememberSecret,
  takeCredentials,
  zotHome,
  type Catalog,
} from "@zot/providers";
import type { Options } from "../args/flags.js";
import { readConfig, type Config } from "../config.js";
import { UsageError } from "../errors.js";
import { createLogger, type Logger } from "../logging.js";
import { VERSION } from "../version.js";
import { findCwd } from "./find-cwd.js";
import { tellLeftBehind } from "./left-behind/tell.js";
import { applyProxy } from "./settings.js";

/** What a run finds before anything is chosen: its folders, its settings, the models there are. */
export interface Surroundings {
  home: string;
  cwd: string;
  config: Config;
  logger: Logger;
  catalog: Catalog;
  store: SessionStore;
  maxSteps: number | undefined;
}

export async function readSurroundings(options: Options): Promise<Surroundings> {
  const home = zotHome();
  takeCredentials({ home });
  hideApiKey(options["api-key"]);
  const cwd = findCwd(options);
  const config = readConfig(home);
  applyProxy(config, process.env);
  const catalog = await loadCatalog({ home });
  takeCredentials({ home, providers: catalog.providers });
  const warnings = [...catalog.warnings, ...(await tellLeftBehind(home, config, catalog))];
  return {
    home,
    cwd,
    maxSteps: readMaxSteps(options),
    config,
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

function readMaxSteps(options: Options): number | undefined {
  const text = options["max-steps"];
  if (text === undefined) return undefined;
  const steps = Number(text);
  if (Number.isInteger(steps) && steps > 0) return steps;
  throw new UsageError(`--max-steps takes a whole number above 0, not "${text}"`);
}

function logLevel(options: Options) {
  const asked = process.env.ZOT_LOG;
  if (asked === "debug" || asked === "info" || asked === "warn" || asked === "error") return asked;
  return options.verbose ? "debug" : "warn";
}
