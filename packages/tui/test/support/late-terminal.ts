import { VirtualTerminal } from "../../src/testing.js";

/** A terminal at the end of a line: whatever is sent, either way, takes so many milliseconds. */
export class LateTerminal extends VirtualTerminal {
  readonly #delayMs: number;

  constructor(columns: number, rows: number, delayMs: number) {
    super({ columns, rows, scrollback: 5000, isImmediate: true, replyMs: delayMs });
    this.#delayMs = delayMs;
  }

  override write(data: string): boolean {
    setTimeout(() => super.write(data), this.#delayMs);
    return true;
  }

  /** The window has its new size at once; the program hears of it later. */
  override resize(columns: number, rows: number): void {
    this.emulator.resize(columns, rows);
    setTimeout(() => {
      super.resize(columns, rows);
    }, this.#delayMs);
  }
}
