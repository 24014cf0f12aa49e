import type { Flag } from "../../args/flags.js";
import type { Parsed } from "../../args/parse.js";

/** The place that the user works in. */
export interface Place {
  zotHome: string;
  cwd: string;
}

/** One word after `zot ext`: its flags, its help and what it does. */
export interface ExtCommand<Table extends Record<string, Flag> = Record<string, Flag>> {
  /** What follows `zot ext`. */
  usage: string;
  /** Paragraphs for `--help`, below the usage. */
  details: string;
  flags: Table;
  /** How many words it takes besides its own name. */
  words: { min: number; max: number; missing: string };
  /** Returns the exit code. */
  run(parsed: Parsed<Table>, place: Place): Promise<number>;
}

/** Keeps the types of a command's own flags. */
export function defineCommand<const Table extends Record<string, Flag>>(
  command: ExtCommand<Table>,
): ExtCommand<Table> {
  return command;
}

export const YES = { short: "y", group: "other", help: "don't ask" } as const satisfies Flag;
export const JSON_OUTPUT = {
  group: "other",
  help: "print it as JSON, for a program",
} as const satisfies Flag;
export const PROJECT = {
  group: "other",
  help: "look in this project's .zot/extensions instead",
} as const satisfies Flag;
export const HELP = { short: "h", group: "other", help: "show this help" } as const satisfies Flag;
