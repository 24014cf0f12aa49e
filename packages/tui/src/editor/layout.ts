import { graphemes } from "../text/graphemes.js";
import { stringWidth } from "../text/width.js";

/** One visual row: which part of the text it shows. */
export interface LayoutRow {
  readonly start: number;
  readonly end: number;
}

/** Cells that a grapheme takes in the editor. */
export type Measure = (grapheme: string) => number;

/** Breaks text into rows of at most `width` cells, between words where it can. */
export function layOut(text: string, width: number, measure: Measure): LayoutRow[] {
  const rows: LayoutRow[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    breakLine(line, start, Math.max(1, width), measure, rows);
    start += line.length + 1;
  }
  return rows;
}

function breakLine(
  line: string,
  offset: number,
  width: number,
  measure: Measure,
  rows: LayoutRow[],
) {
  let start = offset;
  let at = offset;
  let used = 0;
  let space = -1;
  for (const grapheme of graphemes(line)) {
    const cells = measure(grapheme);
    if (used + cells > width && at > start) {
      const cut = space > start ? space : at;
      rows.push({ start, end: cut });
      start = cut;
      space = -1;
      used = widthOf(line.slice(start - offset, at - offset), measure);
    }
    at += grapheme.length;
    used += cells;
    if (grapheme === " ") space = at;
  }
  rows.push({ start, end: at });
}

/** The cells of a part of the text. */
export function widthOf(text: string, measure: Measure): number {
  return graphemes(text).reduce((cells, grapheme) => cells + measure(grapheme), 0);
}

/** Which row a position is in. Where two rows meet it is the later one. */
export function rowAt(rows: readonly LayoutRow[], position: number): number {
  const at = rows.findLastIndex((row) => row.start <= position);
  return Math.max(0, at);
}

/** The position in a row that is nearest to a column. */
export function positionAt(text: string, row: LayoutRow, column: number, measure: Measure): number {
  let used = 0;
  let at = row.start;
  for (const grapheme of graphemes(text.slice(row.start, row.end))) {
    const cells = measure(grapheme);
    if (used + cells > column) break;
    used += cells;
    at += grapheme.length;
  }
  return at;
}

/** The plain measure: tabs take four cells. */
export function measurePlain(grapheme: string): number {
  return grapheme === "\t" ? 4 : stringWidth(grapheme);
}
