import { takeCredentials, zotHome } from "@zot/sdk";
import { renderFlags } from "../../args/help.js";
import { findNearest } from "../../args/nearest.js";
import { parseArgs } from "../../args/parse.js";
import { EXIT, UsageError } from "../../errors.js";
import { HELP, type ExtCommand } from "./command.js";

/** Each is loaded when it is asked for. */
const COMMANDS: Record<string, { summary: string; load: () => Promise<ExtCommand> }> = {
  list: {
    summary: "show what is installed, its state, commands and tools",
    load: async () => (await import("./list.js")).list,
  },
  install: {
    summary: "copy a folder or clone a repository, after showing what would run",
    load: async () => (await import("./install/install.js")).install,
  },
  remove: {
    summary: "delete an installed extension",
    load: async () => (await import("./remove.js")).remove,
  },
  enable: {
    summary: "start it again from now on",
    load: async () => (await import("./switch.js")).enable,
  },
  disable: {
    summary: "keep it, but don't start it",
    load: async () => (await import("./switch.js")).disable,
  },
  logs: {
    summary: "show what it wrote to its log",
    load: async () => (await import("./logs/logs.js")).logs,
  },
  init: {
    summary: "write a new extension, in TypeScript, JavaScript, Python or shell",
    load: async () => (await import("./init.js")).init,
  },
  dev: {
    summary: "run one while you write it: its frames, its log, a reload at every change",
    load: async () => (await import("./dev/dev.js")).dev,
  },
  doctor: {
    summary: "start everything as zot would and tell what is wrong",
    load: async () => (await import("./doctor.js")).doctor,
  },
  trust: {
    summary: "let this project's extensions run, after showing what would",
    load: async () => (await import("./trust/trust.js")).trust,
  },
  untrust: {
    summary: "take that back",
    load: async () => (await import("./trust/untrust.js")).untrust,
  },
};

/** `zot ext …` */
export async function runExt(args: readonly string[]): Promise<number> {
  const [word, ...rest] = args;
  if (word === undefined || word === "--help" || word === "-h" || word === "help") {
    process.stdout.write(renderOverview());
    return EXIT.ok;
  }
  const known = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  if (known === undefined) throw new UsageError(explainUnknown(word));
  const command = await known.load();
  const flags = { ...command.flags, help: HELP };
  const parsed = parseArgs(rest, flags);
  if (parsed.options.help) {
    process.stdout.write(renderCommand(command, flags));
    return EXIT.ok;
  }
  checkWords(word, parsed.words, command);
  // A reader that left (`| head`) is no failure.
  process.stdout.on("error", () => undefined);
  const home = zotHome();
  takeCredentials({ home });
  return command.run(parsed, { zotHome: home, cwd: process.cwd() });
}

function checkWords(word: string, words: readonly string[], { words: takes, usage }: ExtCommand) {
  if (words.length < takes.min) {
    throw new UsageError(`zot ext ${word} needs ${takes.missing}: zot ext ${usage}`);
  }
  if (words.length > takes.max) {
    const extra = JSON.stringify(words[takes.max]);
    throw new UsageError(`zot ext ${word} does not take ${extra}: zot ext ${usage}`);
  }
}

function explainUnknown(word: string): string {
  if (word.startsWith("-")) return `unknown flag "${word}"; try zot ext --help`;
  const near = findNearest(word, Object.keys(COMMANDS));
  const hint = near === undefined ? "try zot ext --help" : `did you mean ${near}?`;
  return `unknown command "zot ext ${word}"; ${hint}`;
}

function renderOverview(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
  );
  return `zot ext <command> — extensions: programs that give zot commands, tools and guards

${lines.join("\n")}

zot ext <command> --help tells more.
`;
}

function renderCommand(command: ExtCommand, flags: Parameters<typeof renderFlags>[0]): string {
  return `zot ext ${command.usage}\n\n${command.details}\n${renderFlags(flags)}`;
}
