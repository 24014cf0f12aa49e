import { truncate } from "../text/fit.js";
import { wrapText } from "../text/wrap.js";
import type { Style } from "../theme/style.js";
import { visible } from "../visible.js";

/** How exact text is drawn. */
export interface ExactTextOptions {
  /** Stands before the first row, and as much room before the others. Plain text. */
  readonly lead?: string;
  /** The look of what is not part of the text: marks of wrapped rows, and rows that count blank ones. */
  readonly mark?: Style;
}

/** Blank rows one below the other that are shown as such; more are counted, so that they push nothing out of sight. */
const MOST_BLANK = 3;

/** Stands before a row that goes on the one above, where the text itself can't reach: else a new line could pass for one. */
const WRAPPED = "↳ ";

/**
 * All of a foreign text, character by character, for somebody who decides about it: wrapped anywhere, so that no space is
 * lost, and with everything written out that is not plainly printable. Rows that only go on the one above are marked.
 *
 * @example
 * import { exactRows } from "@zot/tui";
 * exactRows("git status\x1b[8m; rm -rf ~", 80, { lead: "$ " }); // ["$ git status\\x1b[8m; rm -rf ~"]
 */
export function exactRows(text: string, width: number, options: ExactTextOptions = {}): string[] {
  const { lead = "", mark = (row: string) => row } = options;
  const lines = visible(text).split("\n");
  const wrap = (line: string, cells: number) => wrapText(line, cells, { anywhere: true });
  const isOneRow = lines.length === 1 && wrap(lines[0] ?? "", width - lead.length).length === 1;
  const gutter = isOneRow ? lead.length : Math.max(lead.length, WRAPPED.length);
  const isNarrow = gutter >= width;
  const before = (sign: string) => (isNarrow ? "" : sign.padEnd(gutter));
  const rows = lines.flatMap((line, at) =>
    wrap(line, isNarrow ? width : width - gutter).map((row, part) => ({
      row,
      start: part > 0 ? mark(before(WRAPPED)) : before(at === 0 ? lead : ""),
    })),
  );
  return foldBlank(rows, (count) => {
    const hang = before("");
    return hang + mark(truncate(`… ${count} blank rows …`, width - hang.length));
  });
}

/** Counts blank rows that are too many to be shown. */
function foldBlank(
  rows: readonly { row: string; start: string }[],
  count: (rows: number) => string,
): string[] {
  const shown: string[] = [];
  let blank: string[] = [];
  const endBlank = () => {
    shown.push(...(blank.length > MOST_BLANK ? [count(blank.length)] : blank));
    blank = [];
  };
  for (const { row, start } of rows) {
    if (row.trim() === "") {
      blank.push(start + row);
      continue;
    }
    endBlank();
    shown.push(start + row);
  }
  endBlank();
  return shown;
}
