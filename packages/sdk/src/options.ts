import type { AgentHooks, AgentOptions, SessionStore, Tool } from "@zot/core";
import type { DecideTrust, HostLogger } from "@zot/host";
import type { Catalog } from "@zot/providers";
import type { WorkspaceEvent } from "./events.js";
import type { ModelQuery } from "./models/choose-model.js";
import type { Ask, PermissionMode } from "./permissions/permissions.js";
import type { SessionChoice } from "./sessions.js";
import type { Config } from "./settings/config.js";
import type { DecideSkills } from "./skills/project-skills.js";
import type { Workspace } from "./workspace.js";

/**
 * What a workspace is made of. All of it has a default: the model that was used last, or the first provider that has a
 * key, in the process's own folder, with its extensions and skills, and a new session.
 */
export interface WorkspaceOptions extends ModelQuery {
  /** The folder to work in; the process's own by default. */
  cwd?: string;
  /** Where settings, logins, sessions and trust are kept; `$ZOT_HOME` by default. */
  home?: string;
  /** How hard the model thinks; its own way by default. */
  reasoning?: string | undefined;
  /** When the offline model stands in: if it is asked for (the default), without a key, or also if a login fails. */
  offline?: "asked" | "without-key" | "unreachable";
  /** In place of the usual system prompt; and what comes behind it. */
  system?: string | undefined;
  appendSystem?: readonly string[];
  /** Tools of your own, besides the built-in ones and those of extensions. */
  tools?: readonly Tool[];
  /** Which tools the model gets; all by default. */
  allowTool?: (tool: Tool) => boolean;
  /** Whether skills are offered; they are by default. */
  skills?: boolean;
  /** Folders of extensions to load, whoever wrote them. */
  extensions?: readonly string[];
  /** Whether extensions are also looked for in `.zot/extensions` and in `home`; they are by default. */
  discoverExtensions?: boolean;
  /** Where sessions are kept; a folder of `home` by default. */
  store?: SessionStore;
  /** Which session to work in; a new one by default. */
  session?: SessionChoice;
  /** Asks the user before a tool runs. */
  ask?: Ask;
  /** Whether tools run without asking; `ask` if there is somebody to ask, else `yolo`. */
  permissions?: PermissionMode;
  hooks?: readonly AgentHooks[];
  /** Requests per prompt; 50 by default. */
  maxSteps?: number | undefined;
  pace?: AgentOptions["pace"];
  /** Uses what a project brings, its extensions and skills, without a question. */
  trust?: boolean;
  /** Asked before that; without them only what was trusted earlier is used. */
  decideTrust?: DecideTrust;
  decideSkills?: DecideSkills;
  /** Whether a user is there for panels, submitted prompts and tools that ask. */
  interactive?: boolean;
  /** Names of slash commands that no extension gets; asked for where there are extensions. */
  reservedCommands?: () => readonly string[] | Promise<readonly string[]>;
  /** What extensions and sessions are told of the program's version. */
  version?: string;
  logger?: HostLogger;
  /** What is in `home` already, where it was read before. */
  config?: Config;
  catalog?: Catalog;
  /** Hears everything from the first moment on. */
  onEvent?: (event: WorkspaceEvent) => void;
  /** Called when all extensions are up, before anything is sent; what it throws, `ready` and every prompt end with. */
  onStarted?: (workspace: Workspace) => void;
}
