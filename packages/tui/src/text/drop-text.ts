import { ESC, sequenceLength, stripStyles } from "./ansi.js";
import { SgrState } from "./sgr.js";

/** What rows say, without styles and without regard to where they were wrapped. */
export function textOfRows(rows: readonly string[]): string {
  return rows.map((row) => stripStyles(row).replace(/\s+/g, "")).join("");
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
    const first = textOfRows([left]) === "" ? [] : [indent + style.toString() + trimStart(left)];
    return { rows: [...first, ...rows.slice(index + 1)], rest };
  }
  return { rows: [], rest };
}

/** Without the spaces at its start; styles stay. */
function trimStart(row: string): string {
  return row.replace(new RegExp(`^((?:${ESC}\\[[0-9;]*m)*) +`), "$1");
}
