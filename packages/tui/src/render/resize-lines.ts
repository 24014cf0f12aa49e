import { emptyLine, groupFrom, rewrap, type Line, type Lines } from "./lines.js";
import type { Reflow } from "./reflow.js";
import { resizeAsXtermJs } from "./resize-as-xterm-js.js";
import type { Size } from "./size.js";

/** What terminals do differently. */
export interface Habits {
  readonly reflow: Reflow;
  /** Whether it wraps the row that the cursor is in, too; of those that wrap rows anew some do, some leave it to us. */
  readonly wrapsCursorRow: boolean;
  /** Whether it drops lines below the cursor when it becomes lower, and keeps its last line in place, as tmux does. */
  readonly dropsBelow: boolean;
}

/** Does with lines what a terminal does when its size changes. */
export function resizeLines(screen: Lines, size: Size, habits: Habits): void {
  if (habits.reflow === "xterm.js") {
    resizeAsXtermJs(screen, size);
    return;
  }
  if (habits.dropsBelow) changeHeight(screen, size.rows);
  if (habits.reflow === "none") {
    for (const line of screen.lines) line.cells = line.cells.slice(0, size.columns);
  } else if (size.columns !== screen.size.columns) {
    wrapAnew(screen, size.columns, habits);
    if (habits.dropsBelow) screen.top = screen.lines.length - size.rows;
  }
  screen.size = size;
  screen.x = Math.min(screen.x, size.columns - 1);
  if (!habits.dropsBelow) {
    const last = Math.max(screen.y, lastTaken(screen.lines));
    screen.top = Math.min(screen.y, Math.max(screen.top, last - size.rows + 1));
  } else if (screen.y < screen.top) {
    screen.y = screen.top;
    screen.x = 0;
  }
}

function changeHeight(screen: Lines, rows: number): void {
  const { lines, size } = screen;
  const end = screen.top + size.rows;
  while (lines.length < end) lines.push(emptyLine());
  const lost = size.rows - rows;
  const dropped = Math.max(0, Math.min(lost, end - 1 - screen.y));
  lines.length = end - dropped;
  const up = lost > 0 ? lost - dropped : Math.max(lost, -screen.above);
  screen.top += up;
  screen.above += up;
  while (lines.length < screen.top + rows) lines.push(emptyLine());
}

function wrapAnew(screen: Lines, columns: number, { wrapsCursorRow }: Habits): void {
  while (screen.lines.length <= screen.y) screen.lines.push(emptyLine());
  const lines: Line[] = [];
  let { y, x, top } = screen;
  for (let at = 0; at < screen.lines.length;) {
    const group = groupFrom(screen.lines, at);
    const start = lines.length;
    lines.push(...rewrap(group, columns));
    if (screen.top >= at && screen.top < at + group.length) top = start;
    if (screen.y >= at && screen.y < at + group.length) {
      const before = group.slice(0, screen.y - at);
      const offset = before.reduce((sum, line) => sum + line.cells.length, 0) + screen.x;
      if (wrapsCursorRow) {
        y = start + Math.floor(offset / columns);
        x = offset % columns;
        while (lines.length <= y) lines.push({ ...emptyLine(), isWrapped: true });
      } else y = start;
    }
    at += group.length;
  }
  Object.assign(screen, { lines, y, x, top });
}

function lastTaken(lines: readonly Line[]): number {
  return lines.findLastIndex((line) => line.cells.length > 0);
}
