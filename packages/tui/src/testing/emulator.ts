import xterm from "@xterm/headless";

/** The size of an emulator, and when it reads what is written. */
export interface EmulatorOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** The rows that it keeps of those that went off its top. Many cost time when it is made. Default: 100,000. */
  readonly scrollback?: number;
  /** Whether what is written is on the screen at once, not a moment later: for tests with a clock of their own. */
  readonly isImmediate?: boolean;
}

/**
 * A terminal emulator without a window: feed it what a program writes, read the screen as text. Give `onReply` a way
 * back to the program, because programs ask terminals questions.
 *
 * @example
 * import { Emulator } from "@zot/tui/testing";
 * const emulator = new Emulator({ columns: 40, rows: 10 });
 * emulator.write("hello");
 * await emulator.settled();
 * emulator.screen()[0]; // "hello"
 */
export class Emulator {
  readonly #xterm: xterm.Terminal;
  readonly #isImmediate: boolean;
  #replies: (data: string) => void = () => undefined;
  #title = "";

  constructor(options: EmulatorOptions = {}) {
    const { columns = 80, rows = 24, scrollback = 100_000, isImmediate = false } = options;
    this.#isImmediate = isImmediate;
    this.#xterm = new xterm.Terminal({
      cols: columns,
      rows,
      scrollback,
      allowProposedApi: true,
    });
    this.#xterm.onData((data) => {
      if (data !== "") this.#replies(data);
    });
    this.#xterm.onTitleChange((title) => {
      this.#title = title;
    });
  }

  get columns(): number {
    return this.#xterm.cols;
  }

  get rows(): number {
    return this.#xterm.rows;
  }

  /** The window title, should a program have set one. */
  get title(): string {
    return this.#title;
  }

  /** Where the cursor is, counted from 0 at the top left of the screen. */
  get cursor(): { readonly row: number; readonly column: number } {
    const { cursorX, cursorY } = this.#xterm.buffer.active;
    return { row: cursorY, column: cursorX };
  }

  write(data: string | Uint8Array): void {
    // xterm.js reads what follows a key at once, all else with a timer.
    if (this.#isImmediate) this.#xterm.input("");
    this.#xterm.write(data);
  }

  /** Resolves when all that was written is on the screen. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#xterm.write("", resolve);
    });
  }

  resize(columns: number, rows: number): void {
    this.#xterm.resize(columns, rows);
  }

  /** Gets what the emulator answers to a program's questions. */
  onReply(listener: (data: string) => void): void {
    this.#replies = listener;
  }

  /** The visible rows, without the spaces at their ends. */
  screen(): string[] {
    const top = this.#xterm.buffer.active.baseY;
    return this.#text(top, top + this.rows);
  }

  /** What stands in one cell of the screen. */
  cell(row: number, column: number): string {
    const { active } = this.#xterm.buffer;
    return (
      active
        .getLine(active.baseY + row)
        ?.getCell(column)
        ?.getChars() ?? ""
    );
  }

  /** The rows that have scrolled off the top, oldest first. */
  scrollback(): string[] {
    return this.#text(0, this.#xterm.buffer.active.baseY);
  }

  /** Scrollback and screen together, without the empty rows at the end. */
  all(): string[] {
    const rows = [...this.scrollback(), ...this.screen()];
    while (rows.at(-1) === "") rows.pop();
    return rows;
  }

  /**
   * Scrollback and screen as they look: each row with its styles in brackets, without the empty rows at the end. A row that
   * goes on with the one above, because it found no room there, begins with an arrow.
   */
  looks(): string[] {
    const { active } = this.#xterm.buffer;
    const rows = Array.from({ length: active.baseY + this.rows }, (_, at) =>
      lookOf(active.getLine(at), this.columns),
    );
    while (rows.at(-1) === "") rows.pop();
    return rows;
  }

  dispose(): void {
    this.#xterm.dispose();
  }

  #text(from: number, to: number): string[] {
    const { active } = this.#xterm.buffer;
    return Array.from(
      { length: to - from },
      (_, at) => active.getLine(from + at)?.translateToString(true) ?? "",
    );
  }
}

function lookOf(line: xterm.IBufferLine | undefined, columns: number): string {
  let look = line?.isWrapped === true ? "↪" : "";
  let style = "";
  let end = look.length;
  for (let at = 0; at < columns; at += 1) {
    const cell = line?.getCell(at);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const chars = cell.getChars().trim();
    const now = styleOf(cell, chars === "");
    if (now !== style) look += `[${now}]`;
    style = now;
    look += chars === "" ? " " : chars;
    if (chars !== "" || now !== "") end = look.length;
  }
  return look.slice(0, end);
}

/** What a cell looks like besides its character. The colour and the weight of a space are not seen. */
function styleOf(cell: xterm.IBufferCell, isSpace: boolean): string {
  if (cell.isAttributeDefault()) return "";
  const flags = [
    cell.isUnderline() && "underline",
    cell.isInverse() && "inverse",
    cell.isStrikethrough() && "struck",
    !cell.isBgDefault() && `in ${cell.getBgColorMode()}:${cell.getBgColor()}`,
    !isSpace && cell.isBold() && "bold",
    !isSpace && cell.isItalic() && "italic",
    !isSpace && cell.isDim() && "dim",
    !isSpace && !cell.isFgDefault() && `on ${cell.getFgColorMode()}:${cell.getFgColor()}`,
  ];
  return flags.filter((flag) => typeof flag === "string").join(" ");
}
