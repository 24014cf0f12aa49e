import { truncate } from "../text/fit.js";
import { wrapText } from "../text/wrap.js";
import type { Style } from "../theme/style.js";
import { visible } from "../visible.js";

/** How exact text is drawn. */
export interface ExactTextOptions {
  /** Stands before the first row, and as much room before the others. Plain text. */
  readonly lead?: string;
  /** The look of what is not part of the text: the rows that count blank ones. */
  readonly mark?: Style;
}

/** Blank rows one below the other that are shown as such; more are counted, so that they push nothing out of sight. */
const MOST_BLANK = 3;

/**
 * All of a foreign text, character by character, for somebody who decides about it: wrapped anywhere, so that no space is
 * lost, and with everything written out that is not plainly printable.
 *
 * @example
 * import { exactRows } from "@zot/tui";
 * exactRows("git status\x1b[8m; rm -rf ~", 80, { lead: "$ " }); // ["$ git status\\x1b[8m; rm -rf ~"]
 */
export function exactRows(text: string, width: number, options: ExactTextOptions = {}): string[] {
  const { lead = "", mark = (row: string) => row } = options;
  const usable = lead.length < width ? lead : "";
  const hang = " ".repeat(usable.length);
  const rows: string[] = [];
  let blank = 0;
  const endBlank = () => {
    if (blank > MOST_BLANK) {
      rows.splice(
        rows.length - blank,
        blank,
        hang + mark(truncate(`… ${blank} blank rows …`, width - hang.length)),
      );
    }
    blank = 0;
  };
  for (const row of wrapText(visible(text), width - usable.length, { anywhere: true })) {
    const isBlank = row.trim() === "";
    if (!isBlank) endBlank();
    else blank += 1;
    rows.push((rows.length === 0 ? usable : hang) + row);
  }
  endBlank();
  return rows;
}
