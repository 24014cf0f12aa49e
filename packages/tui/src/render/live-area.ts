import { ERASE_BELOW, HIDE_CURSOR, SHOW_CURSOR } from "../terminal/modes.js";
import { ESC } from "../text/ansi.js";
import { Painter } from "./painter.js";
import { addedByXtermJs, type Reflow } from "./reflow.js";
import { reflowedHeight, takeCursor, toRow, type Row } from "./row.js";

interface Cursor {
  readonly row: number;
  readonly column: number;
  readonly isShown: boolean;
}

/** The size of a screen. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const AT_START: Cursor = { row: 0, column: 0, isShown: true };

/** Knows what stands below the finished rows and where the cursor is in it; positions count from its first row. */
export class LiveArea {
  #rows: readonly Row[] = [];
  #cursor = AT_START;
  /** The screen row of the first row, if known. */
  #top: number | undefined;
  #isAwaiting = false;

  /** The column where the cursor rests. */
  get cursorColumn(): number {
    return this.#cursor.column;
  }

  /** The bytes that put finished rows for good where the area began, and the live rows below them. */
  draw(
    finished: readonly string[],
    live: readonly string[],
    { columns, rows: height }: Size,
  ): string {
    const { texts, cursor } = locateCursor(live, columns);
    const rows = [...finished, ...texts].map((text, at) => {
      const old = this.#rows[at];
      return old?.source === text ? old : toRow(text, columns);
    });
    const painter = new Painter(this.#cursor.row, { columns, rows: height });
    painter.paint(this.#rows, rows);
    this.#follow(rows.length, finished.length, height);
    const hasChanged = painter.out !== "";
    const hasMoved =
      cursor.row + finished.length !== this.#cursor.row ||
      cursor.column !== this.#cursor.column ||
      cursor.isShown !== this.#cursor.isShown;
    const wasShown = this.#cursor.isShown;
    this.#rows = rows.slice(finished.length);
    if (!hasChanged && !hasMoved) return "";
    this.#isAwaiting = false;
    painter.moveTo(cursor.row + finished.length);
    painter.moveToColumn(cursor.column);
    this.#cursor = cursor;
    const hide = wasShown && (hasChanged || !cursor.isShown) ? HIDE_CURSOR : "";
    const show = cursor.isShown && (hide !== "" || !wasShown) ? SHOW_CURSOR : "";
    return hide + painter.out + show;
  }

  /** Whether the place of the area on the screen is unknown, so that asking for the cursor makes sense. */
  get isLost(): boolean {
    return this.#top === undefined;
  }

  /** From now on an answer about the cursor holds, until something is drawn. */
  awaitCursorRow(): void {
    this.#isAwaiting = true;
  }

  /** Tells where on the screen the cursor is, counted from 0. */
  learnCursorRow(row: number): void {
    if (this.#isAwaiting) this.#top = row - this.#cursor.row;
    this.#isAwaiting = false;
  }

  /** How many rows the cursor stands below the area's first one, after the terminal wrapped its rows anew. */
  rowsAboveCursor(reflow: Reflow, before: Size, after: Size): number {
    if (reflow === "none") return this.#cursor.row;
    const heights = this.#rows.map((row) => reflowedHeight(row, after.columns));
    const { row } = this.#cursor;
    if (reflow === "all") return heights.slice(0, row).reduce((sum, height) => sum + height, 0);
    // xterm.js first drops rows from the bottom if it has to become lower.
    const blank = Math.max(0, before.rows - (this.#top ?? before.rows) - heights.length);
    const dropped = Math.max(0, before.rows - after.rows - blank);
    const kept = heights.slice(0, Math.max(row + 1, heights.length - dropped));
    return row + addedByXtermJs(kept, row);
  }

  /** The bytes that go up to the first row and erase the area. */
  erase(up: number = this.#cursor.row): string {
    this.#rows = [];
    this.#cursor = { ...AT_START, isShown: this.#cursor.isShown };
    this.#top = undefined;
    return `\r${up > 0 ? `${ESC}[${up}A` : ""}${ERASE_BELOW}`;
  }

  /** The screen was emptied by other means and the cursor stands at the start of a row. */
  forget(): void {
    this.#rows = [];
    this.#cursor = AT_START;
    this.#top = undefined;
  }

  /** Rows that find no room at the bottom push the others up. */
  #follow(drawn: number, finished: number, height: number): void {
    if (this.#top === undefined) return;
    this.#top += finished - Math.max(0, this.#top + drawn - height);
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
