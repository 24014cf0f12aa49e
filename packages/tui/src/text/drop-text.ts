import { ESC, sequenceLength, stripStyles } from "./ansi.js";
import { SgrState } from "./sgr.js";

/** What rows say, without styles and without regard to where they were wrapped. */
export function sayingOf(rows: readonly string[]): string {
  return rows.map((row) => stripStyles(row).replace(/\s+/g, "")).join("");
}

/** A line that agrees with a text no further than this may do so by chance; less so at its start. */
const BY_CHANCE = 5;
const BY_CHANCE_ANYWHERE = 8;

/**
 * How much of what a text begins with some lines say, one after the other, up to which of them, and what the last of them
 * says beyond the end of the text. Before, between and behind that may stand something else.
 */
export function saidFirst(
  lines: readonly string[],
  text: string,
): { count: number; text: string; beyond: string } {
  let at = 0;
  let count = 0;
  let beyond = "";
  let isBroken = false;
  for (const [index, line] of lines.entries()) {
    if (at === text.length) break;
    const whole = sayingOf([line]);
    const start = agreement(whole, text, at);
    const inside = whole.indexOf(text.slice(at, at + BY_CHANCE_ANYWHERE));
    const from = start >= BY_CHANCE || inside === -1 ? 0 : inside;
    const length = from === 0 ? start : agreement(whole.slice(from), text, at);
    const isSure: boolean = length >= BY_CHANCE || (length === whole.length && !isBroken);
    if (isSure) {
      at += length;
      count = index + 1;
      beyond = at === text.length ? whole.slice(from + length) : "";
    }
    isBroken ||= !isSure || length < whole.length;
  }
  return { count, text: text.slice(0, at), beyond };
}

/** How many characters of a text are those that stand at a place of another. */
function agreement(one: string, other: string, at: number): number {
  let length = 0;
  while (length < one.length && one[length] === other[at + length]) length += 1;
  return length;
}

/** Rows that are left, and what was to be dropped but is not in them. */
export interface Dropped {
  readonly rows: string[];
  readonly rest: string;
}

const isWordChar = (char: string) => /[\p{L}\p{N}]/u.test(char);

/**
 * Takes off the start of rows what has been said already, wherever the rows break now. Bullets, bars and the signs of
 * unfinished emphasis may have come or gone since then.
 */
export function dropText(rows: readonly string[], said: string): Dropped {
  let rest = said;
  for (const [index, row] of rows.entries()) {
    if (rest === "") return { rows: rows.slice(index), rest };
    const style = new SgrState();
    let at = 0;
    while (at < row.length && rest !== "") {
      if (row[at] === ESC) {
        const sequence = row.slice(at, at + Math.max(1, sequenceLength(row, at)));
        style.apply(sequence);
        at += sequence.length;
        continue;
      }
      const char = String.fromCodePoint(row.codePointAt(at) ?? 0);
      const next = String.fromCodePoint(rest.codePointAt(0) ?? 0);
      if (char.trim() === "") at += char.length;
      else if (char === next || (isWordChar(char) && isWordChar(next))) {
        rest = rest.slice(next.length);
        at += char.length;
      } else if (isWordChar(next)) at += char.length;
      else rest = rest.slice(next.length);
    }
    if (rest !== "") continue;
    const left = row.slice(at);
    const indent = /^ */.exec(stripStyles(row))?.[0] ?? "";
    const first = sayingOf([left]) === "" ? [] : [indent + style.toString() + trimStart(left)];
    return { rows: [...first, ...rows.slice(index + 1)], rest };
  }
  return { rows: [], rest };
}

/** Without the spaces at its start; styles stay. */
function trimStart(row: string): string {
  return row.replace(new RegExp(`^((?:${ESC}\\[[0-9;]*m)*) +`), "$1");
}

/** Takes off rows what some lines say already, and tells which of the lines say something else. */
export function dropLines(
  rows: readonly string[],
  lines: readonly string[],
): { readonly rows: readonly string[]; readonly lines: readonly string[] } {
  const { count, text, beyond } = saidFirst(lines, sayingOf(rows));
  const others = lines.slice(count);
  return {
    rows: dropText(rows, text).rows,
    lines: beyond === "" ? others : [beyond, ...others],
  };
}
