import type { Terminal } from "../terminal/terminal.js";
import { CursorProbe, type CursorPosition } from "./cursor-probe.js";
import { isSameSize, sizeOf, type Size } from "./size.js";

/** What is known of a screen that has been resized. */
export interface Resized {
  /** The size that the last frame was made for, all that were noticed since then, and the one that it has now. */
  readonly sizes: readonly [Size, ...Size[]];
  /** When the first change was noticed. */
  readonly since: number;
  /** Where the cursor is now; undefined if the terminal does not say. */
  readonly cursor: CursorPosition | undefined;
}

/** A terminal may tell us a size before it has it, or have it before it tells us: then ask again. */
const ASK_AGAIN_MS = 50;
const MOST_ASKED = 8;

/**
 * Leads through changes of size: nothing may be drawn while they follow each other, as under a mouse that drags. Once the
 * size is calm, the terminal is asked where the cursor is.
 */
export class ResizeWatch {
  readonly #terminal: Terminal;
  readonly #calmMs: () => number;
  readonly #onSettled: () => void;
  readonly #probe: CursorProbe;
  readonly #unlisten: () => void;
  #size: Size;
  #passed: Size[] = [];
  #since = 0;
  #asked = 0;
  #timer: NodeJS.Timeout | undefined;
  #resized: Resized | undefined;

  /** A size is calm when it has lasted for `calmMs`. `onSettled` is called when `take` has something. */
  constructor(terminal: Terminal, calmMs: () => number, onSettled: () => void) {
    this.#terminal = terminal;
    this.#calmMs = calmMs;
    this.#onSettled = onSettled;
    this.#size = sizeOf(terminal);
    this.#probe = new CursorProbe(terminal, (cursor) => {
      this.#settle(cursor);
    });
    this.#unlisten = terminal.onResize(() => {
      this.check();
    });
  }

  /** The size that frames are made for. */
  get size(): Size {
    return this.#size;
  }

  /** Whether frames must wait. Notices a size that we have not been told of yet. */
  isBusy(): boolean {
    if (!isSameSize(this.#passed.at(-1) ?? this.#size, this.#terminal)) this.check();
    return this.#timer !== undefined || this.#probe.isPending;
  }

  /** Waits for calm and asks, as after a new size. */
  check(): void {
    if (this.#passed.length === 0) this.#since = performance.now();
    this.#passed.push(sizeOf(this.#terminal));
    this.#resized = undefined;
    this.#asked = 0;
    this.#probe.forget();
    this.#askIn(this.#calmMs());
  }

  /** What a resize has come to, once. */
  take(): Resized | undefined {
    const resized = this.#resized;
    if (resized) this.#start(resized.sizes.at(-1) ?? this.#size);
    return resized;
  }

  /** Another program had the terminal, and whatever it answered meanwhile. */
  forget(): void {
    this.#probe.forget();
    this.#stop();
    this.#start(sizeOf(this.#terminal));
  }

  close(): void {
    this.#stop();
    this.#probe.close();
    this.#unlisten();
  }

  #start(size: Size): void {
    this.#size = size;
    this.#passed = [];
    this.#resized = undefined;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #askIn(ms: number): void {
    this.#stop();
    const ask = () => {
      this.#timer = undefined;
      this.#asked += 1;
      this.#probe.ask();
    };
    if (ms === 0) ask();
    else this.#timer = setTimeout(ask, ms);
  }

  #settle(cursor: CursorPosition | undefined): void {
    const size = sizeOf(this.#terminal);
    if (cursor && !isSameSize(cursor, size) && this.#asked < MOST_ASKED) {
      this.#askIn(ASK_AGAIN_MS);
      return;
    }
    this.#resized = { sizes: [this.#size, ...this.#passed, size], since: this.#since, cursor };
    this.#onSettled();
  }
}
