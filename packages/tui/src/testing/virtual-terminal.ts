import type { Reply, UserInput } from "../input/events.js";
import { InputQueue } from "../terminal/input-queue.js";
import { MODES_OFF, MODES_ON } from "../terminal/modes.js";
import type { Terminal } from "../terminal/terminal.js";
import { Emulator, type EmulatorOptions } from "./emulator.js";
import { keyBytes } from "./key-bytes.js";

/**
 * A terminal for tests: what the program writes goes to an emulator, what the test types comes back as from a user.
 *
 * @example
 * import { Screen } from "@zot/tui";
 * import { VirtualTerminal } from "@zot/tui/testing";
 * const terminal = new VirtualTerminal({ columns: 40, rows: 10 });
 * const screen = new Screen(terminal);
 * screen.setLive(() => ["ready"]);
 * await terminal.waitFor("ready");
 */
export class VirtualTerminal implements Terminal {
  readonly emulator: Emulator;
  readonly reflows = true;
  /** All that was written, write by write. */
  readonly writes: string[] = [];
  readonly #queue = new InputQueue();
  readonly #resized = new Set<() => void>();
  readonly #resumed = new Set<() => void>();
  readonly #farewells = new Set<() => string>();
  readonly #watchers = new Set<() => void>();
  #isClosed = false;

  constructor(options: EmulatorOptions = {}) {
    this.emulator = new Emulator(options);
    this.emulator.onReply((data) => {
      this.#queue.push(data);
    });
    this.emulator.write(MODES_ON);
  }

  get columns(): number {
    return this.emulator.columns;
  }

  get rows(): number {
    return this.emulator.rows;
  }

  write(data: string): boolean {
    this.writes.push(data);
    this.emulator.write(data);
    for (const watcher of this.#watchers) watcher();
    return true;
  }

  onInput(listener: (event: UserInput) => void): () => void {
    return this.#queue.listen(listener);
  }

  onReply(listener: (reply: Reply) => void): () => void {
    return this.#queue.listenForReplies(listener);
  }

  onResize(listener: () => void): () => void {
    this.#resized.add(listener);
    return () => this.#resized.delete(listener);
  }

  onDrain(): () => void {
    return () => undefined;
  }

  onResume(listener: () => void): () => void {
    this.#resumed.add(listener);
    return () => this.#resumed.delete(listener);
  }

  onRestore(farewell: () => string): () => void {
    this.#farewells.add(farewell);
    return () => this.#farewells.delete(farewell);
  }

  suspend(): void {
    for (const listener of this.#resumed) listener();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.write([...this.#farewells].map((farewell) => farewell()).join("") + MODES_OFF);
    this.#queue.close();
  }

  /** Types text, character by character as far as the program can tell. */
  type(text: string): void {
    this.#queue.push(text);
  }

  /** Presses keys named as in `Key.id`, one after the other. */
  press(...ids: string[]): void {
    for (const id of ids) {
      // Apart from a lone escape every key comes whole; the escape says so itself, as kitty's protocol does.
      this.#queue.push(id === "esc" ? "\x1b[27u" : keyBytes(id));
    }
  }

  paste(text: string): void {
    this.#queue.push(`\x1b[200~${text}\x1b[201~`);
  }

  resize(columns: number, rows: number): void {
    this.emulator.resize(columns, rows);
    for (const listener of this.#resized) listener();
  }

  /** The visible rows as text, once all that was written is on them. */
  async screen(): Promise<string[]> {
    await this.emulator.settled();
    return this.emulator.screen();
  }

  /** Scrollback and screen as text. */
  async all(): Promise<string[]> {
    await this.emulator.settled();
    return this.emulator.all();
  }

  /** Resolves with the screen as soon as it holds the text, or the test on its rows is true. */
  async waitFor(wanted: string | ((rows: readonly string[]) => boolean)): Promise<string[]> {
    const isThere =
      typeof wanted === "string"
        ? (rows: readonly string[]) => rows.some((row) => row.includes(wanted))
        : wanted;
    for (;;) {
      const written = this.writes.length;
      const rows = await this.screen();
      if (isThere(rows)) return rows;
      if (this.writes.length === written) await this.#nextWrite();
    }
  }

  #nextWrite(): Promise<void> {
    return new Promise((resolve) => {
      const watcher = () => {
        this.#watchers.delete(watcher);
        resolve();
      };
      this.#watchers.add(watcher);
    });
  }
}
