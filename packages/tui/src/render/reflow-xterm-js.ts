import type { Drawn, Moved } from "./reflow.js";
import { countLines, type Row } from "./row.js";
import type { Size } from "./size.js";

/** What became of a row. */
interface Piece {
  lines: number;
  /** The row as long as it is whole; then the cells that are left of it. */
  content: Row | number;
}

/**
 * xterm.js (VS Code) moves the cursor by all lines that come in or go, also by those below it, and cuts the row that it
 * then stands in instead of wrapping it. So the cursor leaves its character, and every size on the way counts. It changes
 * its height first; a screen that gets lower drops lines below the cursor.
 */
export function followXtermJs(drawn: Drawn, sizes: readonly Size[]): Moved {
  const pieces: Piece[] = drawn.rows.map((row) => ({ lines: 1, content: row }));
  let cursor = drawn.cursor.row;
  let below = drawn.below;
  for (const [at, size] of sizes.entries()) {
    const before = sizes[at - 1];
    if (before === undefined) continue;
    const taller = size.rows - before.rows;
    const belowCursor = count(pieces) + below - 1 - cursor;
    if (taller < 0) below -= drop(pieces, Math.min(-taller, belowCursor), below, before.columns);
    else if (belowCursor > 0) below += taller;
    if (size.columns !== before.columns) {
      cursor += changeWidth(pieces, cursor, before.columns, size.columns);
    }
  }
  return { lines: pieces.map((piece) => piece.lines), cursor };
}

/** From the last row up: the cursor has moved by what came in below when its own row is looked for. */
function changeWidth(pieces: readonly Piece[], cursor: number, from: number, to: number): number {
  let end = count(pieces);
  let added = 0;
  for (const piece of pieces.toReversed()) {
    const start = end - piece.lines;
    const at = cursor + Math.max(0, added);
    if (at >= start && at < end) cut(piece, from, to);
    else if (piece.lines > 0) {
      const lines = linesOf(piece, to);
      added += lines - piece.lines;
      piece.lines = lines;
    }
    end = start;
  }
  return added;
}

/** Each of its lines gets another width, and what is beyond is lost. */
function cut(piece: Piece, from: number, to: number): void {
  const cells = typeof piece.content === "number" ? piece.content : piece.content.width;
  const full = piece.lines - 1;
  if (full === 0 && cells <= to) return;
  piece.content = full * to + Math.min(cells - full * from, to);
}

/** Takes lines off the end, empty ones first; returns how many of these there were. */
function drop(pieces: readonly Piece[], lines: number, below: number, columns: number): number {
  const empty = Math.min(lines, below);
  let left = lines - empty;
  for (const piece of pieces.toReversed()) {
    const off = Math.min(left, piece.lines);
    if (off === 0) continue;
    piece.lines -= off;
    piece.content = piece.lines * columns;
    left -= off;
  }
  return empty;
}

const linesOf = ({ content }: Piece, columns: number) =>
  typeof content === "number"
    ? Math.max(1, Math.ceil(content / columns))
    : countLines(content, columns);

const count = (pieces: readonly Piece[]) => pieces.reduce((sum, piece) => sum + piece.lines, 0);
