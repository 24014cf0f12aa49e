import xterm from "@xterm/headless";

/** The size of an emulator. */
export interface EmulatorOptions {
  readonly columns?: number;
  readonly rows?: number;
}

const SCROLLBACK_ROWS = 100_000;

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
  #replies: (data: string) => void = () => undefined;
  #title = "";

  constructor({ columns = 80, rows = 24 }: EmulatorOptions = {}) {
    this.#xterm = new xterm.Terminal({
      cols: columns,
      rows,
      scrollback: SCROLLBACK_ROWS,
      allowProposedApi: true,
    });
    this.#xterm.onData((data) => {
      this.#replies(data);
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
