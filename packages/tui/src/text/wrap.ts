import { ESC, RESET, sequenceLength } from "./ansi.js";
import { endsPlain, SgrState } from "./sgr.js";
import { isPlain, stringWidth, WidthCounter } from "./width.js";

/** How wrapped text looks. */
export interface WrapOptions {
  /** Put before every row but the first; it counts towards the width. Plain text. */
  readonly indent?: string;
  /** Break anywhere instead of between words, as for code. Default: false. */
  readonly anywhere?: boolean;
}

const TAB = "    ";

/**
 * Breaks text into rows at most `width` cells wide, between words where it can. Styles that are open at a break are
 * closed there and opened again in the next row, so that each row stands on its own. Line feeds start a new row.
 *
 * @example
 * import { wrapText } from "@zot/tui";
 * wrapText("the quick brown fox", 10); // ["the quick", "brown fox"]
 */
export function wrapText(text: string, width: number, options: WrapOptions = {}): string[] {
  const rows: string[] = [];
  const room = Math.max(1, width);
  const style = new SgrState();
  const source = text.includes("\t") ? text.replaceAll("\t", TAB) : text;
  for (const line of source.split("\n")) wrapLine(line, room, options, style, rows);
  return rows;
}

function wrapLine(
  line: string,
  width: number,
  options: WrapOptions,
  style: SgrState,
  rows: string[],
): void {
  if (line.length <= width && style.isPlain && isPlain(line)) rows.push(line);
  else if (style.isPlain && isPlain(line)) wrapPlain(line, width, options, rows);
  else wrapStyled(line, width, options, style, rows);
}

function wrapPlain(line: string, width: number, options: WrapOptions, rows: string[]): void {
  let rest = line;
  let prefix = "";
  const indent = usableIndent(options, width);
  for (;;) {
    const room = width - prefix.length;
    if (rest.length <= room) {
      rows.push(prefix + rest);
      return;
    }
    const space = options.anywhere === true ? -1 : rest.lastIndexOf(" ", room);
    const isWord = space > 0 && rest.slice(0, space).trim() !== "";
    rows.push(prefix + (isWord ? rest.slice(0, space).trimEnd() : rest.slice(0, room)));
    rest = isWord ? rest.slice(space).trimStart() : rest.slice(room);
    if (rest === "") return;
    prefix = indent;
  }
}

/** An indent that would leave no room for text is left out. */
function usableIndent(options: WrapOptions, width: number): string {
  const indent = options.indent ?? "";
  return indent.length < width ? indent : "";
}

function wrapStyled(
  line: string,
  width: number,
  options: WrapOptions,
  style: SgrState,
  rows: string[],
): void {
  const before = style.toString();
  if (stringWidth(line) <= width) {
    followStyle(line, style);
    rows.push(style.isPlain ? before + line : before + line + RESET);
    return;
  }
  const rowsOfLine = new RowBuilder(before, usableIndent(options, width), width, rows);
  const counter = new WidthCounter();
  for (let at = 0; at < line.length;) {
    const code = line.codePointAt(at) ?? 0;
    if (code === 0x1b) {
      const sequence = line.slice(at, at + Math.max(1, sequenceLength(line, at)));
      style.apply(sequence);
      rowsOfLine.addSequence(sequence);
      at += sequence.length;
      continue;
    }
    const char = String.fromCodePoint(code);
    const cells = counter.add(code);
    if (code === 0x20 && options.anywhere !== true) rowsOfLine.addSpace();
    else rowsOfLine.addChar(char, cells, cells === 2 || options.anywhere === true, style);
    at += char.length;
  }
  rowsOfLine.end();
}

function followStyle(text: string, style: SgrState): void {
  for (let at = text.indexOf(ESC); at !== -1; at = text.indexOf(ESC, at + 1)) {
    style.apply(text.slice(at, at + sequenceLength(text, at)));
  }
}

function closeRow(row: string): string {
  return endsPlain(row) ? row : row + RESET;
}

/** Fills rows word by word. */
class RowBuilder {
  #row: string;
  #used = 0;
  #isContinued = false;
  #gap = "";
  #gapCells = 0;
  #word = "";
  #wordCells = 0;
  #wordStyle = "";
  readonly #indent: string;
  readonly #width: number;
  readonly #rows: string[];

  constructor(start: string, indent: string, width: number, rows: string[]) {
    this.#row = start;
    this.#indent = indent;
    this.#width = width;
    this.#rows = rows;
  }

  addSequence(sequence: string): void {
    if (this.#word === "") this.#gap += sequence;
    else this.#word += sequence;
  }

  addSpace(): void {
    this.#placeWord();
    this.#gap += " ";
    this.#gapCells += 1;
  }

  addChar(char: string, cells: number, standsAlone: boolean, style: SgrState): void {
    const isMark = cells === 0;
    if (standsAlone && !isMark) this.#placeWord();
    const isFirst = this.#used === 0 && !this.#isContinued;
    const room = isFirst ? this.#width : this.#width - this.#indent.length;
    if (this.#wordCells + cells > room) {
      this.#placeWord();
      this.#pushRow();
    }
    if (this.#word === "") this.#wordStyle = style.toString();
    this.#word += char;
    this.#wordCells += cells;
  }

  end(): void {
    this.#placeWord();
    if (this.#used + this.#gapCells <= this.#width) this.#row += this.#gap;
    if (this.#used > 0 || !this.#isContinued) this.#rows.push(closeRow(this.#row));
  }

  #placeWord(): void {
    if (this.#word === "") return;
    if (this.#used > 0 && this.#used + this.#gapCells + this.#wordCells > this.#width) {
      this.#pushRow();
    }
    if (this.#isContinued && this.#used === 0) {
      this.#row = this.#indent + this.#wordStyle;
      this.#used = this.#indent.length;
    } else if (this.#used + this.#gapCells + this.#wordCells <= this.#width) {
      this.#row += this.#gap;
      this.#used += this.#gapCells;
    } else this.#row += this.#wordStyle;
    this.#row += this.#word;
    this.#used += this.#wordCells;
    this.#gap = this.#word = "";
    this.#gapCells = this.#wordCells = 0;
  }

  #pushRow(): void {
    if (this.#used > 0) this.#rows.push(closeRow(this.#row));
    this.#row = "";
    this.#used = 0;
    this.#isContinued = true;
    this.#gap = "";
    this.#gapCells = 0;
  }
}
