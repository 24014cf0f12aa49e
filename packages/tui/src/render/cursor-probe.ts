import { CURSOR_QUERY } from "../terminal/modes.js";
import type { Terminal } from "../terminal/terminal.js";

/** A terminal that has not answered by then never will. */
const ANSWER_WAIT_MS = 150;

/** Who wants to know; both count from 0. */
interface ProbeListeners {
  /** With every report of the terminal. */
  onPosition(row: number): void;
  /** After `ask`: the column, or undefined if there is no answer. */
  onAnswer(column: number | undefined): void;
}

/** Asks the terminal where its cursor is, and hears it say so. */
export class CursorProbe {
  readonly #terminal: Terminal;
  readonly #listeners: ProbeListeners;
  readonly #unlisten: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(terminal: Terminal, listeners: ProbeListeners) {
    this.#terminal = terminal;
    this.#listeners = listeners;
    this.#unlisten = terminal.onReply((reply) => {
      if (reply.kind !== "csi" || !reply.body.endsWith("R")) return;
      const [row = 1, column = 1] = reply.body.slice(0, -1).split(";").map(Number);
      listeners.onPosition(row - 1);
      if (this.isPending) this.#finish(column - 1);
    });
  }

  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  ask(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#finish(undefined);
    }, ANSWER_WAIT_MS);
    this.#terminal.write(CURSOR_QUERY);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#unlisten();
  }

  #finish(column: number | undefined): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#listeners.onAnswer(column);
  }
}
