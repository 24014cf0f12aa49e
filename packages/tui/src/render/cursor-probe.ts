import { CURSOR_QUERY, LOST_MS } from "../terminal/modes.js";
import type { Terminal } from "../terminal/terminal.js";
import { ESC } from "../text/ansi.js";
import type { Size } from "./size.js";

/** Where the cursor is, counted from 0, and how large the screen is, as the terminal itself says. */
export interface CursorPosition extends Size {
  readonly row: number;
  readonly column: number;
  /** How long the answer took. */
  readonly roundTripMs: number;
}

/** Asks for the far corner first, which tells the size, then for the cursor's own place. */
const QUESTION = `${ESC}7${ESC}[9999;9999H${CURSOR_QUERY}${ESC}8${CURSOR_QUERY}`;
const REPLIES = 2;

/** A terminal that has never answered by then never will. */
const FIRST_WAIT_MS = 500;
/** One that has answered before does so again, be the line slow; only a lost answer ends the wait. */
const LATER_WAIT_MS = 3000;

/** Asks a terminal where its cursor is. The answer comes after all that was written before has been drawn. */
export class CursorProbe {
  readonly #terminal: Terminal;
  readonly #onAnswer: (position: CursorPosition | undefined) => void;
  readonly #unlisten: () => void;
  #replies: { readonly row: number; readonly column: number }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #askedAt = 0;
  #hasAnswered = false;
  /** Replies to questions that were given up, and until when they may still come. */
  #late = 0;
  #lateUntil = 0;

  /** `onAnswer` gets undefined from a terminal that does not answer. */
  constructor(terminal: Terminal, onAnswer: (position: CursorPosition | undefined) => void) {
    this.#terminal = terminal;
    this.#onAnswer = onAnswer;
    this.#unlisten = terminal.onReply(({ kind, body }) => {
      if (kind !== "csi" || !body.endsWith("R")) return;
      const [row = 1, column = 1] = body.slice(0, -1).split(";").map(Number);
      this.#take(row - 1, column - 1);
    });
  }

  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  ask(): void {
    this.forget();
    const giveUp = () => {
      this.forget();
      this.#onAnswer(undefined);
    };
    this.#timer = setTimeout(giveUp, this.#hasAnswered ? LATER_WAIT_MS : FIRST_WAIT_MS);
    this.#askedAt = performance.now();
    this.#terminal.write(QUESTION);
  }

  /** Waits no longer. What still comes of the answer is no answer to a later question. */
  forget(): void {
    if (!this.isPending) return;
    if (performance.now() > this.#lateUntil) this.#late = 0;
    this.#late += REPLIES - this.#replies.length;
    this.#lateUntil = performance.now() + LOST_MS;
    this.#end();
  }

  close(): void {
    this.#end();
    this.#unlisten();
  }

  #take(row: number, column: number): void {
    this.#hasAnswered = true;
    if (this.#late > 0 && performance.now() < this.#lateUntil) {
      this.#late -= 1;
      return;
    }
    const [corner] = this.#replies;
    if (this.isPending) this.#replies.push({ row, column });
    if (corner === undefined) return;
    this.#end();
    const roundTripMs = performance.now() - this.#askedAt;
    const size = { columns: corner.column + 1, rows: corner.row + 1 };
    this.#onAnswer({ row, column, ...size, roundTripMs });
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#replies = [];
  }
}
