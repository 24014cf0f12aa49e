/** One flag as `--help` shows it and the parser reads it. */
export interface Flag {
  /** What the value stands for; a flag without it is a switch. */
  takes?: string;
  short?: string;
  /** May be given several times. */
  repeat?: true;
  choices?: readonly string[];
  group: "mode" | "model" | "prompt" | "session" | "tools" | "extensions" | "other";
  help: string;
}

/** Every flag of the modes; subcommands have their own tables. */
export const FLAGS = {
  print: { short: "p", group: "mode", help: "print the final text only, then exit" },
  json: { group: "mode", help: "print the events as JSON lines, then exit" },
  help: { short: "h", group: "mode", help: "show this help" },
  version: { short: "v", group: "mode", help: "show the version" },
  "list-models": { group: "mode", help: "list the models of the provider" },

  provider: {
    takes: "NAME",
    group: "model",
    help: "anthropic, openai, google, kimi, ollama …",
  },
  model: { takes: "ID", group: "model", help: "the model to talk to" },
  "api-key": { takes: "KEY", group: "model", help: "the key for this run" },
  "base-url": { takes: "URL", group: "model", help: "an OpenAI-compatible or vendor address" },
  reasoning: {
    takes: "LEVEL",
    choices: ["low", "medium", "high"],
    group: "model",
    help: "low, medium or high",
  },

  "system-prompt": { takes: "TEXT", group: "prompt", help: "replace the system prompt" },
  "append-system-prompt": {
    takes: "TEXT",
    repeat: true,
    group: "prompt",
    help: "add to the system prompt",
  },
  "with-skills": { group: "prompt", help: "offer skills in -p, --json and rpc too" },
  "no-skill": { group: "prompt", help: "offer no skills" },

  continue: { short: "c", group: "session", help: "go on with this folder's last session" },
  resume: { short: "r", group: "session", help: "choose a session to go on with" },
  session: { takes: "PATH", group: "session", help: "use this session file" },
  "no-session": { group: "session", help: "keep no session file" },
  cwd: { takes: "DIR", group: "session", help: "work in this folder" },

  tools: { takes: "CSV", group: "tools", help: "offer only these tools" },
  "no-tools": { group: "tools", help: "offer no tools" },
  "max-steps": { takes: "N", group: "tools", help: "stop after N model calls for a prompt" },
  "no-yolo": { group: "tools", help: "ask before each tool call" },

  ext: {
    takes: "PATH",
    short: "e",
    repeat: true,
    group: "extensions",
    help: "load the extension in this folder",
  },
  "no-ext": { group: "extensions", help: "load no other extensions" },
  verbose: { group: "other", help: "write more to the log in $ZOT_HOME/logs" },
  trust: { group: "extensions", help: "trust this project's extensions for this run" },
} as const satisfies Record<string, Flag>;

type Value<F extends Flag> = F extends { repeat: true }
  ? string[]
  : F extends { takes: string }
    ? string | undefined
    : boolean;

/** What the command line said, by the flags' own names. */
export type Options<Table extends Record<string, Flag> = typeof FLAGS> = {
  [Name in keyof Table]: Value<Table[Name]>;
};
