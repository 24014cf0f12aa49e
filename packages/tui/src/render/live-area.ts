import { ERASE_BELOW, HIDE_CURSOR, SHOW_CURSOR } from "../terminal/modes.js";
import { ESC } from "../text/ansi.js";
import { wrapText } from "../text/wrap.js";
import { Painter } from "./painter.js";
import { hasRaw } from "./raw.js";
import { followReflow, type Reflow } from "./reflow.js";
import type { Resized } from "./resize-watch.js";
import { takeCursor, toRow, type Row } from "./row.js";
import type { Size } from "./size.js";

interface Cursor {
  readonly row: number;
  readonly column: number;
  readonly isShown: boolean;
}

/** Finished rows that a passing view may cover. */
const MOST_REMEMBERED = 64;

/**
 * A frame that is on its way when the window changes its size may hit other rows than were meant. So finished rows
 * belong to what is drawn anew for as long as their frame may take to arrive.
 */
const ARRIVAL_MS = 250;

const AT_START: Cursor = { row: 0, column: 0, isShown: true };

/** Knows what stands at the end of the screen and where the cursor is in it; positions count from its first row. */
export class LiveArea {
  /** Finished rows that may not have arrived yet, then the live ones. */
  #rows: readonly Row[] = [];
  /** When each of those finished rows was written. */
  #arriving: readonly number[] = [];
  #arrivalMs = ARRIVAL_MS;
  /** The last frames: when each was written, and the first row that it changed. */
  #frames: readonly { readonly at: number; readonly from: number }[] = [];
  #cursor = AT_START;
  #size: Size;
  /** The row of the screen that it begins at, or one above it as long as the screen has not been filled. */
  #top = 0;
  /** The last finished rows that stand right above it. */
  #past: readonly Row[] = [];
  /** Finished rows that it covers, or that went with it; they go back to their place as soon as there is room. */
  #covered: readonly Row[] = [];

  constructor(size: Size) {
    this.#size = size;
  }

  /** Where the cursor was left on the screen, if nobody else has moved it. */
  get cursor(): { readonly row: number; readonly column: number } {
    return { row: this.#top + this.#cursor.row, column: this.#cursor.column };
  }

  /**
   * The bytes that put finished rows for good where the live rows began, and the live rows below them. With `covers` live
   * rows that find no room below go over finished ones instead of pushing them off the screen.
   */
  draw(fresh: readonly string[], live: readonly string[], size: Size, covers = false): string {
    const { columns } = size;
    const now = performance.now();
    this.#size = size;
    this.#finish(this.#arriving.filter((at) => covers || at < now - this.#arrivalMs).length);
    const finished = this.#makeRoom(fresh, live.length, covers);
    const { texts, cursor } = locateCursor(live, columns);
    const kept = this.#rows.slice(0, this.#arriving.length);
    const others = [...finished, ...texts].map((text, at) => {
      const old = this.#rows[kept.length + at];
      return old?.source === text ? old : toRow(text, columns);
    });
    const rows = [...kept, ...others];
    const row = kept.length + finished.length + cursor.row;
    const painter = new Painter(this.#cursor.row, size);
    painter.paint(this.#rows, rows);
    const hasChanged = painter.out !== "";
    const wasShown = this.#cursor.isShown;
    if (hasChanged || row !== this.#cursor.row || cursor.column !== this.#cursor.column) {
      painter.moveTo(row);
      painter.moveToColumn(cursor.column);
    }
    if (hasChanged) {
      const first = rows.findIndex((each, at) => each !== this.#rows[at]);
      const recent = this.#frames.filter(({ at }) => at >= now - this.#arrivalMs);
      this.#frames = [...recent, { at: now, from: first === -1 ? rows.length : first }];
    }
    this.#rows = rows;
    this.#cursor = { ...cursor, row };
    this.#arriving = [...this.#arriving, ...finished.map(() => now)];
    this.#top = Math.min(this.#top, size.rows - rows.length);
    // What has gone off the screen is out of reach.
    this.#finish(rows.length - size.rows);
    const hide = wasShown && (hasChanged || !cursor.isShown) ? HIDE_CURSOR : "";
    const show = cursor.isShown && (hide !== "" || !wasShown) ? SHOW_CURSOR : "";
    return hide + painter.out + show;
  }

  /**
   * The bytes that take the area off a screen that has been resized, wherever the terminal has put it. `keep` is told how
   * many live rows have gone up into the scrollback, and tells how many of them count as finished.
   */
  recover(resized: Resized, reflow: Reflow, keep: (rows: number) => number): string {
    const size = resized.sizes.at(-1) ?? this.#size;
    const below = this.#size.rows - this.#top - this.#rows.length;
    const drawn = { rows: this.#rows, cursor: this.#cursor, below };
    const { lines, cursor } = followReflow(drawn, resized, reflow);
    // A terminal that does not answer is taken to be filled to its last line.
    const reach = resized.cursor?.row ?? Math.max(0, size.rows - sum(lines) + cursor);
    const off = Math.max(0, cursor - reach);
    // A frame that may still have been on its way has perhaps not written what it should: rather twice than not at all.
    const roundTripMs = resized.cursor?.roundTripMs ?? 0;
    const late = this.#frames.filter(({ at }) => resized.since - at <= roundTripMs);
    this.#arrivalMs = Math.max(ARRIVAL_MS, roundTripMs);
    const gone = Math.min(countUntil(lines, off), ...late.map((frame) => frame.from));
    const arriving = this.#arriving.length;
    // Covered rows come back below what has gone up: then nothing of it may count as finished.
    const most = this.#covered.length > 0 ? 0 : gone - arriving;
    const stays = gone > arriving && most > 0 ? arriving + keep(most) : Math.min(gone, arriving);
    const from = Math.max(off, sum(lines.slice(0, stays)));
    const again = [...this.#rows.slice(stays, arriving), ...this.#covered];
    this.#covered = fitted(again, size.columns);
    this.#finish(stays);
    // Pieces of live rows stand above now, or nobody knows what.
    if ((off > 0 && from === off) || late.length > 0 || resized.cursor === undefined)
      this.#past = [];
    this.#empty();
    this.#size = size;
    this.#top = resized.cursor ? Math.max(0, reach - cursor + from) : 0;
    return eraseFrom(cursor - from);
  }

  /** Rows that were covered and are to be written again. */
  takeCovered(): readonly string[] {
    const rows = this.#covered;
    this.#covered = [];
    return rows.map((row) => row.source);
  }

  /** The bytes that go up to the first live row and erase what follows. */
  erase(): string {
    this.#finish(this.#arriving.length);
    const bytes = eraseFrom(this.#cursor.row);
    this.#empty();
    return bytes;
  }

  /** The screen was emptied by other means and the cursor stands at the start of a row. */
  forget(): void {
    this.#empty();
    this.#cursor = AT_START;
    this.#past = [];
    this.#covered = [];
    this.#top = 0;
  }

  #empty(): void {
    this.#rows = [];
    this.#arriving = [];
    this.#cursor = { ...AT_START, isShown: this.#cursor.isShown };
  }

  /** The first rows belong to it no longer. */
  #finish(count: number): void {
    if (count <= 0) return;
    this.#past = [...this.#past, ...this.#rows.slice(0, count)].slice(-MOST_REMEMBERED);
    this.#rows = this.#rows.slice(count);
    this.#arriving = this.#arriving.slice(count);
    this.#cursor = { ...this.#cursor, row: this.#cursor.row - count };
    this.#frames = this.#frames.map(({ at, from }) => ({ at, from: Math.max(0, from - count) }));
    this.#top += count;
  }

  /** Returns the rows to finish now: fresh ones, and covered ones that find room again. */
  #makeRoom(fresh: readonly string[], height: number, covers: boolean): readonly string[] {
    if (!covers || fresh.length > 0) return [...this.takeCovered(), ...fresh];
    const room = this.#size.rows - this.#top - height;
    if (room < 0) {
      this.#cover(-room);
      return [];
    }
    const back = this.#covered.slice(0, room);
    this.#covered = this.#covered.slice(room);
    return back.map((row) => row.source);
  }

  #cover(count: number): void {
    const above = this.#past.slice(-count);
    // Such rows take more or less than one of the screen's.
    const isOdd = above.some((row) => row.width > this.#size.columns || hasRaw(row.source));
    if (isOdd || above.length < count || this.#top < count) return;
    this.#past = this.#past.slice(0, -count);
    this.#covered = [...above, ...this.#covered];
    this.#rows = [...above, ...this.#rows];
    this.#cursor = { ...this.#cursor, row: this.#cursor.row + count };
    this.#top -= count;
  }
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

function eraseFrom(linesAbove: number): string {
  return (linesAbove > 0 ? `${ESC}[${linesAbove}A` : "") + ERASE_BELOW;
}

/** How many rows begin above a line. */
function countUntil(lines: readonly number[], line: number): number {
  let start = 0;
  return lines.filter((count) => (start += count) - count < line).length;
}

/** Rows that were made for another width. */
function fitted(rows: readonly Row[], columns: number): readonly Row[] {
  return rows
    .flatMap(({ source, width }) =>
      hasRaw(source) || width <= columns ? [source] : wrapText(source, columns - 1),
    )
    .map((text) => toRow(text, columns));
}

function locateCursor(
  live: readonly string[],
  columns: number,
): { texts: readonly string[]; cursor: Cursor } {
  for (let at = live.length - 1; at >= 0; at -= 1) {
    const found = takeCursor(live[at] ?? "");
    if (!found) continue;
    const column = Math.min(found.column, columns - 1);
    return { texts: live.with(at, found.row), cursor: { row: at, column, isShown: true } };
  }
  // A screen that gets lower drops what is below its cursor first, and only then pushes rows off its top.
  return { texts: live, cursor: { row: 0, column: 0, isShown: false } };
}
