import { ERASE_BELOW, HIDE_CURSOR, SHOW_CURSOR } from "../terminal/modes.js";
import { ESC } from "../text/ansi.js";
import { Painter } from "./painter.js";
import { reflowedHeight, takeCursor, toRow, type Row } from "./row.js";

interface Cursor {
  readonly row: number;
  readonly column: number;
  readonly isShown: boolean;
}

const AT_START: Cursor = { row: 0, column: 0, isShown: true };

/** Knows what stands below the finished rows and where the cursor is in it; positions count from its first row. */
export class LiveArea {
  #rows: readonly Row[] = [];
  #cursor = AT_START;

  /** The column where the cursor rests. */
  get cursorColumn(): number {
    return this.#cursor.column;
  }

  /** The bytes that put finished rows for good where the area began, and the live rows below them. */
  draw(finished: readonly string[], live: readonly string[], columns: number): string {
    const { texts, cursor } = locateCursor(live, columns);
    const rows = [...finished, ...texts].map((text, at) => {
      const old = this.#rows[at];
      return old?.source === text ? old : toRow(text, columns);
    });
    const painter = new Painter(this.#cursor.row, columns);
    painter.paint(this.#rows, rows);
    const hasChanged = painter.out !== "";
    const hasMoved =
      cursor.row + finished.length !== this.#cursor.row ||
      cursor.column !== this.#cursor.column ||
      cursor.isShown !== this.#cursor.isShown;
    const wasShown = this.#cursor.isShown;
    this.#rows = rows.slice(finished.length);
    if (!hasChanged && !hasMoved) return "";
    painter.moveTo(cursor.row + finished.length);
    painter.moveToColumn(cursor.column);
    this.#cursor = cursor;
    const hide = wasShown && (hasChanged || !cursor.isShown) ? HIDE_CURSOR : "";
    const show = cursor.isShown && (hide !== "" || !wasShown) ? SHOW_CURSOR : "";
    return hide + painter.out + show;
  }

  /** How many rows the cursor stands below the area's first one, after the terminal wrapped its rows anew. */
  rowsAboveCursor(columns: number, reflows: boolean): number {
    if (!reflows) return this.#cursor.row;
    return this.#rows
      .slice(0, this.#cursor.row)
      .reduce((height, row) => height + reflowedHeight(row, columns), 0);
  }

  /** The bytes that go up to the first row and erase the area. */
  erase(up: number = this.#cursor.row): string {
    this.#rows = [];
    this.#cursor = { ...AT_START, isShown: this.#cursor.isShown };
    return `\r${up > 0 ? `${ESC}[${up}A` : ""}${ERASE_BELOW}`;
  }

  /** The screen was emptied by other means and the cursor stands at the start of a row. */
  forget(): void {
    this.#rows = [];
    this.#cursor = AT_START;
  }
}

function locateCursor(
  live: readonly string[],
  columns: number,
): { texts: readonly string[]; cursor: Cursor } {
  const lastRow = Math.max(0, live.length - 1);
  for (let at = live.length - 1; at >= 0; at -= 1) {
    const found = takeCursor(live[at] ?? "");
    if (!found) continue;
    const column = Math.min(found.column, columns - 1);
    return { texts: live.with(at, found.row), cursor: { row: at, column, isShown: true } };
  }
  return { texts: live, cursor: { row: lastRow, column: 0, isShown: false } };
}
