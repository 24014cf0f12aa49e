import type { FailurePolicy } from "@zot/protocol";
import type { RunTool } from "../calls/host-tool-calls.js";
import type { DecideTrust } from "../trust/trust.js";
import type { Limits } from "./limits.js";
import type { Timing } from "./timing.js";

/** How a host is set up; only `zotHome` and `zotVersion` have no default. */
export interface HostOptions {
  /** The project: what extensions get as `hello_ack.cwd`, and where `.zot/extensions` is; `process.cwd()` by default. */
  cwd?: string;
  zotHome: string;
  zotVersion: string;
  /** The model that extensions are told of; none by default. */
  provider?: string;
  model?: string;
  /** Extension folders of this run (`--ext`); loaded before all others, and never asked about trust. */
  paths?: readonly string[];
  /** Where else to look; both by default. */
  discover?: { project?: boolean; global?: boolean };
  /** Names that no extension gets. */
  builtinTools?: readonly string[];
  builtinCommands?: readonly string[];
  /** Whether a user is there for panels, submits and interactive tools. */
  interactive?: boolean;
  /** Asked before a project's extension runs; without it, only what was trusted earlier does. */
  decideTrust?: DecideTrust;
  /** Runs a tool for an extension that asks with `call_tool`; by default one of the extensions' own. */
  runTool?: RunTool;
  /** The user's choice for interceptors that fail, by extension; it goes before the extension's own. */
  onFailure?: Readonly<Record<string, FailurePolicy>>;
  /** The environment that children get, less credentials; `process.env` by default. */
  env?: NodeJS.ProcessEnv;
  /** Known secrets: kept out of children, logs, traces and saved results. */
  secrets?: () => readonly string[];
  logger?: HostLogger;
  /** Appends every frame to this file as NDJSON. */
  trace?: string;
  /** Also publish every frame as an event. */
  frames?: boolean;
  timing?: Partial<Timing>;
  limits?: Partial<Limits>;
}

/** What the host logs through; a pino logger fits as it is. Without one the host prints nothing. */
export interface HostLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
