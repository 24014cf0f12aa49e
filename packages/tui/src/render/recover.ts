import { followReflow, type Drawn, type Reflow } from "./reflow.js";
import type { Resized } from "./resize-watch.js";
import { toRow, type Row } from "./row.js";

/** A row above the area: a finished one, or what is left of a live one that a window that got small has pushed up there. */
export interface Past extends Row {
  readonly isTorn?: true;
}

/** What stood at the end of the screen before a resize. */
export interface Before extends Drawn {
  /** The last rows above it. */
  readonly past: readonly Past[];
  /** How many of the rows are finished ones. */
  readonly finished: number;
  /** How many of the rows have surely been written. */
  readonly written: number;
  /** Told how many live rows have gone up; tells how many of them count as finished. */
  readonly keep: (rows: number) => number;
}

/** What is to be done about it. */
export interface Recovered {
  /** The rows that stay above. */
  readonly past: readonly Past[];
  /** Finished rows that are to be written again. */
  readonly again: readonly Row[];
  /** How many lines above the cursor all is to be erased from. */
  readonly up: number;
  /** The line of the screen that this is. */
  readonly top: number;
}

/** Finds rows again that a resize has moved, and torn ones that it has brought back. */
export function recover(before: Before, resized: Resized, reflow: Reflow): Recovered {
  const { past, keep } = before;
  const { rows: height, columns } = resized.sizes.at(-1) ?? resized.sizes[0];
  const torn = past.findIndex((row) => row.isTorn);
  const above = torn === -1 ? [] : past.slice(torn);
  const rows: readonly Past[] = [...above, ...before.rows];
  const firstLive = above.length + before.finished;
  const at = { ...before.cursor, row: above.length + before.cursor.row };
  const { lines, cursor } = followReflow({ ...before, rows, cursor: at }, resized, reflow);
  const start = (row: number) => sum(lines.slice(0, row));
  // A terminal that does not answer is taken to be filled to its last line.
  const reach = resized.cursor?.row ?? Math.max(0, height - sum(lines) + cursor);
  const off = Math.max(0, cursor - reach);
  const gone = Math.min(
    lines.filter((_, row) => start(row) < off).length,
    above.length + before.written,
  );
  let stays = above.findIndex((row, index) => row.isTorn === true && start(index + 1) > off);
  if (stays === -1) stays = Math.max(gone, above.length);
  if (stays > firstLive) stays = firstLive + keep(stays - firstLive);
  const from = Math.max(off, start(stays));
  // Of a row that is out of reach in part, that part is left.
  const left = rows.slice(stays, gone).map((row, index): Past => {
    const cells = (off - start(stays + index)) * columns;
    return { ...(cells < row.width ? toRow(" ".repeat(cells), cells) : row), isTorn: true };
  });
  const isKnown = before.written >= before.rows.length && resized.cursor !== undefined;
  return {
    past: isKnown
      ? [...past.slice(0, past.length - above.length), ...rows.slice(0, stays), ...left]
      : [],
    again: rows.slice(stays, firstLive).filter((row) => row.isTorn !== true),
    up: cursor - from,
    top: resized.cursor ? Math.max(0, reach - cursor + from) : 0,
  };
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
