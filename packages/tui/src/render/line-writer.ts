import { ESC, sequenceLength } from "../text/ansi.js";
import { WidthCounter } from "../text/width.js";
import { emptyLine, type Line, type Lines } from "./lines.js";

const CONTROL = /^\[([\d;?>]*)([A-Za-z])$/;

/** Does with lines what a terminal does when this toolkit's frames are written to it. */
export function writeToLines(screen: Lines, bytes: string): void {
  const writer = new LineWriter(screen);
  for (let at = 0; at < bytes.length;) {
    if (bytes[at] === ESC) {
      const length = Math.max(1, sequenceLength(bytes, at));
      writer.control(bytes.slice(at, at + length));
      at += length;
    } else {
      const code = bytes.codePointAt(at) ?? 0;
      writer.print(code);
      at += code > 0xffff ? 2 : 1;
    }
  }
}

class LineWriter {
  readonly #screen: Lines;
  #counter = new WidthCounter();
  #wraps = true;

  constructor(screen: Lines) {
    this.#screen = screen;
  }

  control(sequence: string): void {
    const [, body = "", end = ""] = CONTROL.exec(sequence.slice(1)) ?? [];
    const count = Math.max(1, Number(body) || 1);
    const screen = this.#screen;
    const { columns, rows } = screen.size;
    if (end === "m") return;
    this.#counter = new WidthCounter();
    if (end === "A") screen.y = Math.max(screen.top, screen.y - count);
    else if (end === "B") screen.y = Math.min(screen.top + rows - 1, screen.y + count);
    else if (end === "C") screen.x = Math.min(columns - 1, screen.x + count);
    else if (end === "G") screen.x = Math.min(columns - 1, count - 1);
    else if (end === "K") this.#erase(body === "2" ? 0 : screen.x);
    else if (end === "J") {
      this.#erase(screen.x);
      screen.lines.length = Math.min(screen.lines.length, Math.max(0, screen.y + 1));
    } else if (end === "L") this.#insert(count);
    else if (body === "?7") this.#wraps = end === "h";
  }

  print(code: number): void {
    const screen = this.#screen;
    if (code === 13) screen.x = 0;
    else if (code === 10) this.#down(false);
    else {
      const cells = this.#counter.add(code);
      if (cells > 0) this.#put(String.fromCodePoint(code), cells);
      return;
    }
    this.#counter = new WidthCounter();
  }

  #put(char: string, width: number): void {
    const screen = this.#screen;
    if (screen.x + width > screen.size.columns) {
      if (this.#wraps) {
        this.#down(true);
        screen.x = 0;
      } else screen.x = screen.size.columns - width;
    }
    const { cells } = this.#line();
    while (cells.length < screen.x) cells.push(" ");
    cells.splice(screen.x, width, char, ...(width === 2 ? [""] : []));
    screen.x += width;
  }

  /** At the lower edge everything goes up by one. */
  #down(isWrapped: boolean): void {
    const screen = this.#screen;
    if (screen.y === screen.top + screen.size.rows - 1) {
      screen.top += 1;
      screen.above += 1;
    }
    screen.y += 1;
    if (screen.y >= 0) this.#at(screen.y).isWrapped = isWrapped;
  }

  #erase(from: number): void {
    const line = this.#line();
    line.cells.length = Math.min(line.cells.length, from);
  }

  #insert(count: number): void {
    const { lines, top, y, size } = this.#screen;
    if (y < 0) return;
    this.#at(y);
    for (const line of lines.slice(y)) line.row = undefined;
    lines.splice(y, 0, ...Array.from({ length: count }, emptyLine));
    lines.length = Math.min(lines.length, top + size.rows);
  }

  /** The cursor's line, which is no longer as it was. */
  #line(): Line {
    const { y, lines } = this.#screen;
    if (y < 0) {
      // Above what is known: all that is known may have been meant.
      for (const line of lines) line.row = undefined;
      return emptyLine();
    }
    const line = this.#at(y);
    line.row = undefined;
    return line;
  }

  #at(index: number): Line {
    const { lines } = this.#screen;
    while (lines.length <= index) lines.push(emptyLine());
    return lines[index] ?? emptyLine();
  }
}
