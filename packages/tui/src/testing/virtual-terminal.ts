import type { Reply, UserInput } from "../input/events.js";
import { InputQueue } from "../terminal/input-queue.js";
import { MODES_OFF, MODES_ON } from "../terminal/modes.js";
import type { Pause, Terminal } from "../terminal/terminal.js";
import { Emulator, type EmulatorOptions } from "./emulator.js";
import { keyBytes } from "./key-bytes.js";

/** A terminal for tests, and how fast it answers. */
export interface VirtualTerminalOptions extends EmulatorOptions {
  /** How long its answers take, in milliseconds; Infinity for one that never answers. Default: none at all. */
  readonly replyMs?: number;
}

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
  readonly #resumed = new Set<(pause: Pause) => void>();
  readonly #farewells = new Set<() => string>();
  readonly #watchers = new Set<() => void>();
  /** What is under way while the line is slow. */
  #outbound: string[] = [];
  #inbound: (() => void)[] = [];
  #isSlow = false;
  #size: { readonly columns: number; readonly rows: number };
  #isClosed = false;

  constructor({ replyMs, ...options }: VirtualTerminalOptions = {}) {
    this.emulator = new Emulator(options);
    this.#size = { columns: this.emulator.columns, rows: this.emulator.rows };
    const replies: (() => void)[] = [];
    this.emulator.onReply((data) => {
      const receive = () => {
        this.#receive(() => {
          this.#queue.push(data);
        });
      };
      if (replyMs === undefined) receive();
      else if (replyMs !== Infinity) {
        // Timers may end in another order than they were set in; answers never do.
        replies.push(receive);
        setTimeout(() => replies.shift()?.(), replyMs);
      }
    });
    this.emulator.write(MODES_ON);
  }

  /** As far as the program has heard. */
  get columns(): number {
    return this.#size.columns;
  }

  get rows(): number {
    return this.#size.rows;
  }

  write(data: string): boolean {
    this.writes.push(data);
    if (this.#isSlow) this.#outbound.push(data);
    else this.emulator.write(data);
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

  onResume(listener: (pause: Pause) => void): () => void {
    this.#resumed.add(listener);
    return () => this.#resumed.delete(listener);
  }

  onRestore(farewell: () => string): () => void {
    this.#farewells.add(farewell);
    return () => this.#farewells.delete(farewell);
  }

  suspend(): void {
    for (const listener of this.#resumed) listener("prepared");
  }

  settled(): Promise<void> {
    return this.emulator.settled();
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
    this.#receive(() => {
      this.#size = { columns, rows };
      for (const listener of this.#resized) listener();
    });
  }

  /** From now on nothing gets through by itself, in neither direction. */
  slowDown(): void {
    this.#isSlow = true;
  }

  /** Lets so many of the writes that are under way reach the emulator; true if there were any. */
  async passOutput(count = Infinity): Promise<boolean> {
    const part = this.#outbound.splice(0, count);
    this.emulator.write(part.join(""));
    await this.emulator.settled();
    return part.length > 0;
  }

  /** Lets the answers and the news of sizes that are under way reach the program; true if there were any. */
  passInput(): boolean {
    const inbound = this.#inbound;
    this.#inbound = [];
    for (const receive of inbound) receive();
    return inbound.length > 0;
  }

  /** Of what is under way to the program, the first is lost. */
  loseInput(): void {
    this.#inbound.shift();
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

  #receive(receive: () => void): void {
    if (this.#isSlow) this.#inbound.push(receive);
    else receive();
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
