import { ESC } from "../text/ansi.js";
import type { Terminal } from "../terminal/terminal.js";

/** A terminal that has not answered by then never will. */
const ANSWER_WAIT_MS = 150;

/** Asks the terminal where its cursor is. */
export class CursorProbe {
  readonly #terminal: Terminal;
  readonly #done: (column: number | undefined) => void;
  readonly #unlisten: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(terminal: Terminal, done: (column: number | undefined) => void) {
    this.#terminal = terminal;
    this.#done = done;
    this.#unlisten = terminal.onReply((reply) => {
      if (reply.kind !== "csi" || !reply.body.endsWith("R") || !this.isPending) return;
      this.#finish(Number(reply.body.slice(0, -1).split(";")[1]) - 1);
    });
  }

  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  /** `done` gets the column, or undefined if there is no answer. */
  ask(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#finish(undefined);
    }, ANSWER_WAIT_MS);
    this.#terminal.write(`${ESC}[6n`);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#unlisten();
  }

  #finish(column: number | undefined): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#done(column);
  }
}
