import type { Terminal } from "../terminal/terminal.js";
import { isSameSize, type Size } from "./size.js";
import { WhereProbe, type Whereabouts } from "./where-probe.js";

/** What is known of a screen that has been resized and is to be drawn anew. */
export interface Found {
  readonly where: Whereabouts | undefined;
  /** The size that the last frame was made for, and all since then. */
  readonly sizes: readonly [Size, ...Size[]];
}

interface WatchListeners {
  /** A frame may be drawn again. */
  onReady(): void;
  /** How things were after the frame of this number. */
  onReport(frame: number, where: Whereabouts): void;
}

/** A terminal may have its new size before it tells us (tmux: up to 250 ms), or tell us before it has it. */
const ASK_AGAIN_MS = 50;
const MOST_ASKED = 8;
const LONGEST_WAIT_MS = 400;

/**
 * Leads through changes of size. Nothing is written while they follow each other, as under a mouse that drags: a frame on
 * its way would meet the next one. Then no frame is written before the terminal has said, in order after all earlier
 * ones, where it stands.
 */
export class ResizeWatch {
  readonly #terminal: Terminal;
  readonly #listeners: WatchListeners;
  readonly #probe: WhereProbe;
  readonly #calmMs: number;
  readonly #unlisten: () => void;
  /** The size that the last frame was made for. */
  #size: Size;
  #passed: Size[] = [];
  #hasChanged = false;
  #asked = 0;
  #again: NodeJS.Timeout | undefined;
  #calm: NodeJS.Timeout | undefined;
  #roundTripMs = 0;
  #found: Found | undefined;

  constructor(terminal: Terminal, calmMs: number, listeners: WatchListeners) {
    this.#terminal = terminal;
    this.#calmMs = calmMs;
    this.#listeners = listeners;
    this.#size = sizeOf(terminal);
    this.#probe = new WhereProbe(terminal, {
      onReport: (frame, where) => {
        listeners.onReport(frame, where);
      },
      onAnswer: (where) => {
        this.#roundTripMs = where?.roundTripMs ?? 0;
        this.#find(where);
      },
    });
    this.#unlisten = terminal.onResize(() => {
      this.#hasChanged = true;
      this.#found = undefined;
      this.#passed.push(sizeOf(terminal));
      clearTimeout(this.#again);
      this.#again = undefined;
      this.#awaitCalm();
    });
  }

  get size(): Size {
    return this.#size;
  }

  /** Whether frames must wait. */
  get isBusy(): boolean {
    return this.#calm !== undefined || this.#probe.isPending || this.#again !== undefined;
  }

  /** Whether the size has changed and nothing is known of it yet. */
  get isDue(): boolean {
    return this.#hasChanged || !isSameSize(sizeOf(this.#terminal), this.#size);
  }

  /** The bytes that ask where things are. */
  ask(): string {
    this.#hasChanged = false;
    this.#asked = 1;
    return this.#probe.ask();
  }

  /** The bytes that ask after a frame what it met; nothing waits for the answer. */
  askAfter(frame: number): string {
    return this.#probe.askAfter(frame);
  }

  /** A frame met another size than it was made for, whether we were told of that size or not. */
  noteTorn(): void {
    this.#hasChanged = true;
  }

  /** What was found out, once. */
  take(): Found | undefined {
    const found = this.#found;
    this.#found = undefined;
    if (found) {
      this.#size = sizeOf(this.#terminal);
      this.#passed = [];
    }
    return found;
  }

  /** Another program had the terminal meanwhile. */
  forget(): void {
    this.#probe.forget();
  }

  close(): void {
    clearTimeout(this.#again);
    clearTimeout(this.#calm);
    this.#again = undefined;
    this.#calm = undefined;
    this.#probe.close();
    this.#unlisten();
  }

  #awaitCalm(): void {
    clearTimeout(this.#calm);
    if (this.#calmMs === 0) return;
    this.#calm = setTimeout(
      () => {
        this.#calm = undefined;
        this.#listeners.onReady();
      },
      this.#calmMs + Math.min(this.#roundTripMs, LONGEST_WAIT_MS),
    );
  }

  #find(where: Whereabouts | undefined): void {
    // The size has changed since the question: what was true then is no help.
    if (this.#hasChanged) {
      this.#listeners.onReady();
      return;
    }
    if (
      where !== undefined &&
      !isSameSize(where, sizeOf(this.#terminal)) &&
      this.#asked < MOST_ASKED
    ) {
      this.#again = setTimeout(() => {
        this.#askAgain();
      }, ASK_AGAIN_MS);
      return;
    }
    const sizes = [this.#size, ...this.#passed, sizeOf(this.#terminal)] as const;
    this.#found = { where, sizes };
    this.#listeners.onReady();
  }

  #askAgain(): void {
    clearTimeout(this.#again);
    this.#again = undefined;
    this.#asked += 1;
    this.#hasChanged = false;
    this.#terminal.write(this.#probe.ask());
  }
}

function sizeOf({ columns, rows }: Size): Size {
  return { columns, rows };
}
