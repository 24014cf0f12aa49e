import { UsageError } from "../errors.js";
import type { Flag, Options } from "./flags.js";
import { findNearest } from "./nearest.js";

export interface Parsed<Table extends Record<string, Flag>> {
  options: Options<Table>;
  /** What is not a flag, in order. */
  words: string[];
}

/**
 * Reads a command line by a table of flags: `--name value`, `--name=value`, `-n value`, `-ab` for
 * `-a -b`; `--` ends the flags. Throws a UsageError of one line.
 */
export function parseArgs<Table extends Record<string, Flag>>(
  args: readonly string[],
  table: Table,
): Parsed<Table> {
  const found: Record<string, string | string[] | boolean | undefined> = {};
  for (const [name, flag] of Object.entries(table)) {
    found[name] = flag.repeat ? [] : flag.takes === undefined ? false : undefined;
  }
  const words: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === "--") {
      words.push(...rest);
      break;
    }
    if (!arg.startsWith("-") || arg === "-") {
      words.push(arg);
      continue;
    }
    const letters = splitLetters(arg, table);
    if (letters !== undefined) {
      rest.unshift(...letters);
      continue;
    }
    const [spelled, inline] = splitInline(arg);
    const [name, flag] = lookUp(spelled, table);
    if (flag.takes === undefined) {
      if (inline !== undefined) throw new UsageError(`${spelled} takes no value`);
      found[name] = true;
      continue;
    }
    const value = inline ?? (isFlag(rest[0], table) ? undefined : rest.shift());
    if (value === undefined) throw new UsageError(`${spelled} requires a value`);
    checkChoice(spelled, value, flag);
    if (flag.repeat) (found[name] as string[]).push(value);
    else found[name] = value;
  }
  return { options: found as Options<Table>, words };
}

/** Short names that were written together, if that is what it is. Only the last may take a value. */
function splitLetters(arg: string, table: Record<string, Flag>): string[] | undefined {
  const letters = Array.from(arg.slice(1));
  const flags = letters.map((letter) => Object.values(table).find(({ short }) => short === letter));
  const fit = flags.every((flag, at) => flag && (at === flags.length - 1 || !flag.takes));
  return letters.length > 1 && fit ? letters.map((letter) => `-${letter}`) : undefined;
}

/** Whether a value was forgotten. A text that only begins with dashes is a value. */
function isFlag(arg: string | undefined, table: Record<string, Flag>): boolean {
  return arg?.startsWith("--") === true && splitInline(arg)[0].slice(2) in table;
}

function splitInline(arg: string): [string, string | undefined] {
  const equals = arg.indexOf("=");
  return equals === -1 ? [arg, undefined] : [arg.slice(0, equals), arg.slice(equals + 1)];
}

function lookUp(spelled: string, table: Record<string, Flag>): [string, Flag] {
  const isLong = spelled.startsWith("--");
  const bare = spelled.replace(/^--?/, "");
  const found = Object.entries(table).find(([name, flag]) =>
    isLong ? name === bare : flag.short === bare,
  );
  if (found !== undefined) return found;
  if (/\s/.test(spelled)) {
    throw new UsageError(`unknown flag "${spelled}"; words that begin with a dash go after --`);
  }
  const near = findNearest(bare, Object.keys(table));
  const hint = near === undefined ? "try --help" : `did you mean --${near}?`;
  throw new UsageError(`unknown flag "${spelled}"; ${hint}`);
}

function checkChoice(spelled: string, value: string, { choices }: Flag): void {
  if (choices === undefined || choices.includes(value)) return;
  const near = findNearest(value, choices);
  const hint = near === undefined ? `it takes ${choices.join(", ")}` : `did you mean ${near}?`;
  throw new UsageError(`${spelled} does not take "${value}"; ${hint}`);
}
