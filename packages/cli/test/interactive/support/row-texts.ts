import { CURSOR, Screen } from "@zot/tui";
import { VirtualTerminal } from "@zot/tui/testing";

/** So many rows are read at a time. */
const HEIGHT = 40;
const RESET_TERMINAL = "\x1bc";

/** What a terminal makes of rows, each on its own and in a fresh place. */
export class RowTexts {
  readonly #known = new Map<string, string>();
  readonly #terminal: VirtualTerminal;

  constructor(columns: number) {
    this.#terminal = new VirtualTerminal({
      columns,
      rows: HEIGHT + 1,
      scrollback: 0,
      isImmediate: true,
    });
  }

  read(rows: readonly string[]): string[] {
    const fresh = [...new Set(rows)].filter((row) => !this.#known.has(row));
    for (let at = 0; at < fresh.length; at += HEIGHT) this.#draw(fresh.slice(at, at + HEIGHT));
    return rows.map((row) => this.#known.get(row) ?? "");
  }

  #draw(rows: readonly string[]): void {
    const { emulator } = this.#terminal;
    emulator.write(RESET_TERMINAL);
    const screen = new Screen(this.#terminal);
    screen.commit(rows.map((row) => row.replace(CURSOR, "")));
    // Closing writes what is pending at once.
    screen.close();
    const texts = emulator.screen();
    for (const [at, row] of rows.entries()) this.#known.set(row, texts[at] ?? "");
  }
}
