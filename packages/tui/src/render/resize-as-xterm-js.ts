import { emptyLine, groupFrom, rewrap, type Line, type Lines } from "./lines.js";
import type { Size } from "./size.js";

/**
 * Like others, xterm.js wraps rows anew when its width changes; unlike them it leaves the row alone where the cursor is,
 * cutting it, and moves the cursor by the lines that come in or go below it as well. It changes its height first. As long
 * as nothing has gone off the screen, lines that come in push out the last ones.
 */
export function resizeAsXtermJs(screen: Lines, size: Size): void {
  const work = new Work(screen, size);
  work.changeHeight();
  if (size.columns > screen.size.columns) work.widen();
  else if (size.columns < screen.size.columns) work.narrow();
  Object.assign(screen, {
    lines: work.lines,
    top: work.top,
    above: work.above,
    y: work.top + work.row,
    x: Math.min(screen.x, size.columns - 1),
    size,
  });
}

interface Insertion {
  readonly at: number;
  readonly lines: readonly Line[];
}

class Work {
  lines: Line[];
  top: number;
  above: number;
  /** The cursor's row on the screen. */
  row: number;
  readonly #before: Size;
  readonly #size: Size;

  constructor({ lines, top, above, y, size: before }: Lines, size: Size) {
    this.lines = [...lines];
    this.top = top;
    this.above = above;
    this.row = y - top;
    this.#before = before;
    this.#size = size;
    while (this.lines.length < top + before.rows) this.lines.push(emptyLine());
  }

  changeHeight(): void {
    const { rows } = this.#size;
    for (let left = rows - this.#before.rows; left > 0; left -= 1) this.#addRow();
    for (let left = this.#before.rows - rows; left > 0; left -= 1) this.#dropRow();
    this.row = Math.min(this.row, rows - 1);
  }

  #addRow(): void {
    if (this.lines.length >= this.#size.rows + this.top) return;
    if (this.above === 0 || this.lines.length > this.top + this.row + 1) {
      this.lines.push(emptyLine());
    } else {
      this.#scroll(-1);
      this.row += 1;
    }
  }

  #dropRow(): void {
    if (this.lines.length <= this.#size.rows + this.top) return;
    if (this.lines.length > this.top + this.row + 1) this.lines.pop();
    else this.#scroll(1);
  }

  widen(): void {
    const cursor = this.top + this.row;
    const lines: Line[] = [];
    for (let at = 0; at < this.lines.length;) {
      const group = groupFrom(this.lines, at);
      const hasCursor = cursor >= at && cursor < at + group.length;
      lines.push(...(hasCursor ? group : rewrap(group, this.#size.columns)));
      at += group.length;
    }
    const removed = this.lines.length - lines.length;
    this.lines = lines;
    for (let left = removed; left > 0; left -= 1) {
      if (this.above > 0) this.#scroll(-1);
      else if (this.row > 0) this.row -= 1;
    }
    while (this.lines.length < this.top + this.#size.rows) this.lines.push(emptyLine());
  }

  /**
   * From the last line up; the cursor has moved by what came in below when its own row is looked for. Lines come in only at
   * the end, when those that are pushed out have gone.
   */
  narrow(): void {
    const { columns } = this.#size;
    const comingIn: Insertion[] = [];
    let added = 0;
    for (let end = this.lines.length; end > 0;) {
      let start = end - 1;
      while (start > 0 && this.lines[start]?.isWrapped === true) start -= 1;
      const group = this.lines.slice(start, end);
      const cursor = this.top + this.row;
      const hasCursor = cursor >= start && cursor < end;
      const wrapped = hasCursor ? group.map((line) => cut(line, columns)) : rewrap(group, columns);
      for (const [at, line] of wrapped.slice(0, group.length).entries())
        this.lines[start + at] = line;
      const more = wrapped.slice(group.length);
      if (more.length > 0) comingIn.push({ at: end + added, lines: more });
      added += more.length;
      for (let left = more.length; left > 0; left -= 1) this.#moveCursor(added);
      end = Math.min(start, this.lines.length);
    }
    this.#insert(comingIn);
  }

  #moveCursor(added: number): void {
    if (this.above > 0) {
      if (this.top < this.lines.length + added - this.#size.rows) this.#scroll(1);
    } else if (this.row < this.#size.rows - 1) {
      this.row += 1;
      this.lines.pop();
    } else this.#scroll(1);
  }

  #insert(comingIn: readonly Insertion[]): void {
    const lines: Line[] = [];
    const left = [...comingIn];
    let at = this.lines.length - 1;
    let inserted = 0;
    while (at >= 0 || left.length > 0) {
      const [next] = left;
      if (next && next.at > at + inserted) {
        lines.unshift(...next.lines);
        inserted += next.lines.length;
        left.shift();
      } else {
        lines.unshift(this.lines[at] ?? emptyLine());
        at -= 1;
      }
    }
    this.lines = lines;
  }

  #scroll(lines: number): void {
    this.top += lines;
    this.above += lines;
  }
}

function cut(line: Line, columns: number): Line {
  return { ...line, cells: line.cells.slice(0, columns) };
}
