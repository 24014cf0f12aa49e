import { UsageError } from "../errors.js";
import type { Flag, Options } from "./flags.js";
import { findNearest } from "./nearest.js";

export interface Parsed<Table extends Record<string, Flag>> {
  options: Options<Table>;
  /** What is not a flag, in order. */
  words: string[];
}

/**
 * Reads a command line by a table of flags: `--name value`, `--name=value`, `-n value`; `--` ends
 * the flags. Throws a UsageError of one line.
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
    const [spelled, inline] = splitInline(arg);
    const [name, flag] = lookUp(spelled, table);
    if (flag.takes === undefined) {
      if (inline !== undefined) throw new UsageError(`${spelled} takes no value`);
      found[name] = true;
      continue;
    }
    const value = inline ?? rest.shift();
    if (value === undefined) throw new UsageError(`${spelled} requires a value`);
    checkChoice(spelled, value, flag);
    if (flag.repeat) (found[name] as string[]).push(value);
    else found[name] = value;
  }
  return { options: found as Options<Table>, words };
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
