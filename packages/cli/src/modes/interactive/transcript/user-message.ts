import { fit, textRows, type Theme } from "@zot/tui";

/** Rows of one prompt at most; what is longer was pasted. */
const MOST_ROWS = 40;

/** What the user said, set apart by its background. */
export function userMessageRows(text: string, width: number, theme: Theme): string[] {
  const rows = textRows(text.trimEnd(), Math.max(1, width - 2));
  const shown =
    rows.length <= MOST_ROWS
      ? rows
      : [...rows.slice(0, MOST_ROWS - 1), `… ${rows.length - MOST_ROWS + 1} more rows`];
  const paint = theme.style("user");
  return ["", ...shown.map((row, at) => paint(fit(`${at === 0 ? "›" : " "} ${row}`, width)))];
}
