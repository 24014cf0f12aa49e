import { ERASE_BELOW, HIDE_CURSOR, SHOW_CURSOR } from "../terminal/modes.js";
import { ESC } from "../text/ansi.js";
import { wrapText } from "../text/wrap.js";
import { FrameLog, type Passage } from "./frame-log.js";
import { rewrap, textOf, type Lines } from "./lines.js";
import { Painter } from "./painter.js";
import { hasRaw } from "./raw.js";
import { cellsOf, takeCursor, toRow, type Row } from "./row.js";
import { isSameSize, type Size } from "./size.js";
import type { Whereabouts } from "./where-probe.js";

interface Cursor {
  readonly row: number;
  readonly column: number;
  readonly isShown: boolean;
}

/** What `recover` found. */
interface Recovery {
  /** What takes the area off. */
  readonly bytes: string;
  /** Finished rows that had to go with it and are to be written again. */
  readonly again: readonly string[];
  /** Lines of it that have gone up into the scrollback, where nothing reaches them. */
  readonly off: readonly string[];
}

/** Finished rows that may have to be written again. */
const MOST_REMEMBERED = 64;

const AT_START: Cursor = { row: 0, column: 0, isShown: true };

/** Knows what stands below the finished rows and where the cursor is in it; positions count from its first row. */
export class LiveArea {
  #rows: readonly Row[] = [];
  #cursor = AT_START;
  #size: Size;
  /** The row of the screen that it begins at, once the terminal has told. */
  #top: number | undefined;
  /** Finished rows that it covers; they go back to their place when it gets lower. */
  #covered: readonly Row[] = [];
  /** How many rows have been finished, and the last of them. */
  #finished = 0;
  #past: readonly Row[] = [];
  #frame = 0;
  readonly #log: FrameLog;

  constructor(size: Size) {
    this.#size = size;
    this.#log = new FrameLog(this.#snapshot());
  }

  /**
   * The bytes that put finished rows for good where the area began, and the live rows below them. With `covers` live rows
   * that find no room below go over finished ones instead of pushing them off the screen.
   */
  draw(fresh: readonly string[], live: readonly string[], size: Size, covers = false): string {
    const { columns } = size;
    this.#size = size;
    const finished = this.#makeRoom(fresh, live.length, covers);
    const { texts, cursor } = locateCursor(live, columns);
    const rows = [...finished, ...texts].map((text, at) => {
      const old = this.#rows[at];
      return old?.source === text ? old : toRow(text, columns);
    });
    const painter = new Painter(this.#cursor.row, size);
    painter.paint(this.#rows, rows);
    const hasChanged = painter.out !== "";
    const hasMoved =
      cursor.row + finished.length !== this.#cursor.row ||
      cursor.column !== this.#cursor.column ||
      cursor.isShown !== this.#cursor.isShown;
    const wasShown = this.#cursor.isShown;
    if (this.#top !== undefined) {
      this.#top = Math.min(this.#top, size.rows - rows.length) + finished.length;
    }
    this.#finish(rows.slice(0, finished.length));
    this.#rows = rows.slice(finished.length);
    // Also where nothing is written: the area begins further down now if rows were finished in place.
    this.#cursor = cursor;
    if (!hasChanged && !hasMoved) return "";
    painter.moveTo(cursor.row + finished.length);
    painter.moveToColumn(cursor.column);
    const hide = wasShown && (hasChanged || !cursor.isShown) ? HIDE_CURSOR : "";
    const show = cursor.isShown && (hide !== "" || !wasShown) ? SHOW_CURSOR : "";
    return hide + painter.out + show;
  }

  /** A drawing is being written, with what goes before it. Returns the number to ask for what it met. */
  note(bytes: string): number {
    this.#frame = this.#log.add(bytes, this.#size, this.#snapshot());
    return this.#frame;
  }

  /** Tells how things were after a frame. Returns whether it met its size; `amidResize` that is no proof. */
  report(frame: number, where: Whereabouts, amidResize: boolean): boolean {
    if (!amidResize && frame === this.#frame && isSameSize(where, this.#size)) {
      this.#top = where.row - this.#cursor.row;
    }
    return this.#log.report(frame, where, amidResize);
  }

  /** Takes the area off a screen that has been resized, wherever the terminal has put it. */
  recover(passage: Passage): Recovery {
    const { columns, rows } = passage.sizes.at(-1) ?? this.#size;
    const screen = this.#log.replay(passage, this.#finished >= passage.sizes[0].rows);
    const { lines, y, finished } = screen;
    const own = lines.findIndex(({ row }) => row === undefined || row >= finished);
    const start = own === -1 ? y : own;
    const intact = lines[start - 1]?.row ?? this.#finished - this.#past.length - 1;
    const again = this.#takeBack(this.#finished - intact - 1)
      .map((row) => row.source)
      .concat(this.takeCovered());
    const reach = passage.where?.row ?? rows - 1;
    const off = textOf(lines.slice(start, Math.max(start, y - reach)));
    const bytes = this.erase(Math.max(0, Math.min(reach, y - start)));
    this.#log.reset(() => ({ ...screen, finished: intact + 1 }));
    return { bytes, again: fitted(again, columns), off };
  }

  /** Rows that were covered and are to be written again. */
  takeCovered(): readonly string[] {
    const rows = this.#covered;
    this.#covered = [];
    return rows.map((row) => row.source);
  }

  /** The bytes that go up to the first row and erase the area. */
  erase(up: number = this.#cursor.row): string {
    this.#rows = [];
    this.#top = undefined;
    this.#cursor = { ...AT_START, isShown: this.#cursor.isShown };
    return `\r${up > 0 ? `${ESC}[${up}A` : ""}${ERASE_BELOW}`;
  }

  /** The screen was emptied by other means and the cursor stands at the start of a row. */
  forget(): void {
    this.#rows = [];
    this.#cursor = AT_START;
    this.#past = [];
    this.#covered = [];
    this.#top = undefined;
    this.#log.reset(this.#snapshot());
  }

  /** Returns the rows to finish now: fresh ones, and covered ones that find room again. */
  #makeRoom(fresh: readonly string[], height: number, covers: boolean): readonly string[] {
    const top = this.#top;
    if (!covers || fresh.length > 0 || top === undefined) return [...this.takeCovered(), ...fresh];
    const room = this.#size.rows - top - height;
    if (room < 0) {
      this.#cover(-room, top);
      return [];
    }
    const back = this.#covered.slice(0, room);
    this.#covered = this.#covered.slice(room);
    return back.map((row) => row.source);
  }

  #cover(count: number, top: number): void {
    const above = this.#past.slice(-count);
    // Such rows take more or less than one of the screen's.
    const isOdd = above.some((row) => row.width > this.#size.columns || hasRaw(row.source));
    if (isOdd || above.length < count) return;
    const rows = this.#takeBack(count);
    this.#covered = [...rows, ...this.#covered];
    this.#rows = [...rows, ...this.#rows];
    this.#cursor = { ...this.#cursor, row: this.#cursor.row + count };
    this.#top = top - count;
  }

  #finish(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    this.#finished += rows.length;
    this.#past = [...this.#past, ...rows].slice(-MOST_REMEMBERED);
  }

  /** The last finished rows are so no longer. */
  #takeBack(count: number): readonly Row[] {
    const most = Math.max(0, this.#past.length - Math.max(0, count));
    const rows = this.#past.slice(most);
    this.#past = this.#past.slice(0, most);
    this.#finished -= rows.length;
    return rows;
  }

  /** How the lower part of the screen is, if all went as meant. */
  #snapshot(): () => Lines {
    const live = this.#rows;
    const past = this.#past;
    const finished = this.#finished;
    const { row, column } = this.#cursor;
    const size = this.#size;
    return () => {
      const rows = [...past, ...live];
      const groups = rows.map((each, at) =>
        rewrap(
          [{ cells: cellsOf(each), isWrapped: false, row: finished - past.length + at }],
          size.columns,
        ),
      );
      const y = groups.slice(0, past.length + row).flat().length;
      const lines = groups.flat();
      const top = Math.max(y, lines.length - 1) - size.rows + 1;
      return { lines, top, above: Infinity, y, x: column, size, finished };
    };
  }
}

/** Rows that were made for another width. */
function fitted(rows: readonly string[], columns: number): readonly string[] {
  return rows.flatMap((row) =>
    hasRaw(row) || toRow(row, Infinity).width <= columns ? [row] : wrapText(row, columns - 1),
  );
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
