import {
  createWorkspace,
  resolvePath,
  type SessionStore,
  type Workspace,
  type WorkspaceOptions,
} from "@zot/sdk";
import { checkTools, toolFilter } from "./args/choose-tools.js";
import type { Options } from "./args/flags.js";
import { planSession } from "./args/plan-session.js";
import { readContext } from "./context.js";
import { UsageError } from "./errors.js";
import { tellExtension, tellWaiting, type ExtensionNote } from "./modes/extension-notes.js";
import { say } from "./output.js";

export interface ModeOptions extends WorkspaceOptions {
  /** Whether a session is kept when no flag says anything about it. */
  keepsSession: boolean;
  /** Tells a person that a fork was opened. Where there is nobody to tell, that is an error instead. */
  noteFork?: (line: string) => void;
  /** Lets a person choose a session for `--resume`. */
  pickSession?: (store: SessionStore) => Promise<string | undefined>;
}

/** The workspace that the flags ask for; every mode has the same. */
export async function openWorkspace(options: Options, mode: ModeOptions): Promise<Workspace> {
  return createWorkspace({
    ...(await readContext(options)),
    provider: options.provider,
    model: options.model,
    apiKey: options["api-key"],
    baseUrl: options["base-url"],
    reasoning: options.reasoning,
    system: options["system-prompt"],
    appendSystem: options["append-system-prompt"],
    allowTool: toolFilter(options),
    skills: options["with-skills"] && !options["no-skill"],
    // No shell expands the `~` of `--ext=~/folder`.
    extensions: options.ext.map((path) => resolvePath(path, process.cwd())),
    discoverExtensions: !options["no-ext"],
    session: (store) => planSession(options, store, mode),
    permissions: options["no-yolo"] ? "ask" : "yolo",
    maxSteps: readMaxSteps(options),
    trust: options.trust || process.env.ZOT_TRUST === "1",
    reservedCommands: async () => (await import("./modes/interactive/slash/table.js")).SLASH_NAMES,
    ...mode,
  });
}

export interface HeadlessOptions extends Omit<ModeOptions, "onEvent" | "onStarted"> {
  /** Gets what extensions say to the user; stderr gets it as words where this is not given. */
  onExtensionNote?: (event: ExtensionNote) => void;
}

/** The same for a mode without a screen, which tells a person on stderr what is no part of its output. */
export async function openHeadless(
  options: Options,
  { onExtensionNote, ...mode }: HeadlessOptions,
): Promise<Workspace> {
  const workspace = await openWorkspace(options, {
    ...mode,
    onEvent: (event) => {
      if (event.type === "notice") say(`zot: ${event.message}`);
      else tellExtension(event, onExtensionNote);
    },
    onStarted: ({ allTools, builtins }) => {
      checkTools(options, allTools);
      for (const { path, problem } of builtins.problems) say(`zot: ${path}: ${problem}`);
    },
  });
  if (workspace.host) {
    const stopTelling = tellWaiting(workspace.host, say);
    workspace.ready().then(stopTelling, stopTelling);
  }
  return workspace;
}

function readMaxSteps(options: Options): number | undefined {
  const text = options["max-steps"];
  if (text === undefined) return undefined;
  const steps = Number(text);
  if (Number.isInteger(steps) && steps > 0) return steps;
  throw new UsageError(`--max-steps takes a whole number above 0, not "${text}"`);
}
