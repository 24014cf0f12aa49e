import { findNearest } from "../../../args/nearest.js";
import type { App } from "../app.js";

/** Runs a slash command; what it throws is shown as a note. */
type SlashCommand = (app: App, args: string) => void | Promise<void>;

/** One of the things that a command can do. */
export interface SlashAction {
  readonly name: string;
  /** What may follow; `<…>` must. */
  readonly args?: string;
  readonly summary: string;
  readonly keyboardOnly?: true;
}

/** A row of the table: what popup and `/help` show, and how to get at the code. */
export interface SlashEntry {
  readonly name: string;
  /** What others call it; typed, it is the same command. */
  readonly aliases?: readonly string[];
  /** What may follow the name; `<…>` must. */
  readonly args?: string;
  readonly summary: string;
  /** What may come first after the name. */
  readonly actions?: readonly SlashAction[];
  /** Whether only the user may run it: what lowers safety, or works on files and logins with the user's rights. */
  readonly keyboardOnly?: true;
  readonly load: () => Promise<{ run: SlashCommand }>;
}

const login = () => import("./login.js");
const session = () => import("./session.js");
const talk = () => import("./conversation.js");
const safety = () => import("./safety.js");

/** The commands that zot itself has, in the order of popup and `/help`. */
export const SLASH_COMMANDS: readonly SlashEntry[] = [
  { name: "help", summary: "what you can type and press", load: () => import("./help.js") },
  {
    ...{ name: "login", args: "[provider]", summary: "connect a provider", keyboardOnly: true },
    load: async () => ({ run: (await login()).login }),
  },
  {
    ...{ name: "logout", args: "[provider]", summary: "forget a provider's login" },
    keyboardOnly: true,
    load: async () => ({ run: (await login()).logout }),
  },
  {
    ...{ name: "model", args: "[name]", summary: "talk to another model" },
    load: () => import("./model.js"),
  },
  {
    ...{ name: "sessions", summary: "resume a session" },
    load: async () => ({ run: (await session()).chooseSession }),
  },
  {
    ...{ name: "session", args: "[action]", summary: "this session as a file" },
    actions: [
      {
        name: "export",
        args: "[path]",
        summary: "write it to a file, or to a page (.html)",
        keyboardOnly: true,
      },
      { name: "import", args: "<file>", summary: "take a .zotsession file in", keyboardOnly: true },
      { name: "fork", summary: "continue in a copy" },
      { name: "tree", summary: "which session came from which" },
      { name: "rename", args: "<title>", summary: "give it a name" },
      { name: "delete", summary: "delete another session", keyboardOnly: true },
      { name: "new", summary: "begin a new one" },
    ],
    load: async () => ({ run: (await session()).runSession }),
  },
  {
    ...{ name: "jump", args: "[text]", summary: "back to an earlier prompt" },
    load: () => import("./jump.js"),
  },
  {
    ...{ name: "btw", args: "<question>", summary: "side question, not saved" },
    load: () => import("./btw.js"),
  },
  {
    ...{ name: "skills", args: "[name]", summary: "use a skill" },
    load: () => import("./skills.js"),
  },
  {
    ...{ name: "compact", summary: "summarise the conversation to free context" },
    load: async () => ({ run: (await talk()).compact }),
  },
  {
    ...{ name: "study", args: "[focus]", summary: "summarise the project" },
    load: async () => ({ run: (await talk()).study }),
  },
  {
    ...{ name: "jail", summary: "keep tools inside this folder" },
    load: async () => ({ run: (await safety()).jail }),
  },
  {
    ...{ name: "unjail", summary: "leave the jail", keyboardOnly: true },
    load: async () => ({ run: (await safety()).unjail }),
  },
  {
    ...{ name: "reload-ext", args: "[name]", summary: "reload extensions", keyboardOnly: true },
    load: () => import("./reload-ext.js"),
  },
  {
    ...{ name: "yolo", summary: "ask before tool calls, or don't", keyboardOnly: true },
    load: async () => ({ run: (await safety()).yolo }),
  },
  {
    ...{ name: "settings", summary: "theme, reasoning, permissions", keyboardOnly: true },
    load: () => import("./settings.js"),
  },
  {
    ...{ name: "clear", summary: "forget the conversation, empty the screen" },
    load: async () => ({ run: (await talk()).clear }),
  },
  {
    ...{ name: "exit", aliases: ["quit"], summary: "leave zot" },
    load: async () => ({ run: (await talk()).exit }),
  },
];

/** Every name that is zot's own; no extension gets these. */
export const SLASH_NAMES: readonly string[] = SLASH_COMMANDS.flatMap(namesOf);

export function namesOf({ name, aliases = [] }: Pick<SlashEntry, "name" | "aliases">): string[] {
  return [name, ...aliases];
}

export function findSlashCommand(name: string): SlashEntry | undefined {
  return SLASH_COMMANDS.find((entry) => namesOf(entry).includes(name.toLowerCase()));
}

/** Whether only the user may run a command with these arguments. */
export function isKeyboardOnly(entry: SlashEntry, args: string): boolean {
  const [first = ""] = args.trim().split(/\s+/);
  const action = entry.actions?.find(({ name }) => name === first.toLowerCase());
  return entry.keyboardOnly === true || action?.keyboardOnly === true;
}

/** What was most likely meant by a command that there is not, with its slash. */
export function findNearestCommand(name: string, others: readonly string[]): string | undefined {
  const typed = name.toLowerCase();
  const owner = SLASH_COMMANDS.find(({ actions = [] }) =>
    actions.some((action) => action.name === typed),
  );
  if (owner !== undefined) return `/${owner.name} ${typed}`;
  const near = findNearest(typed, [...SLASH_NAMES, ...others]);
  return near === undefined ? undefined : `/${findSlashCommand(near)?.name ?? near}`;
}
