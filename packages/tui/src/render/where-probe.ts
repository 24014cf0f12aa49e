import { CURSOR_QUERY, LOST_MS } from "../terminal/modes.js";
import type { Terminal } from "../terminal/terminal.js";
import { ESC } from "../text/ansi.js";

/** Where the cursor is, counted from 0, and how large the screen is, as the terminal itself says. */
export interface Whereabouts {
  readonly row: number;
  readonly column: number;
  readonly columns: number;
  readonly rows: number;
  /** How long the answer took. */
  readonly roundTripMs: number;
}

/** Asks for the far corner first, which tells the size, then for the cursor's own place. */
const QUESTION = `${ESC}7${ESC}[9999;9999H${CURSOR_QUERY}${ESC}8${CURSOR_QUERY}`;

/** A terminal that has never answered by then never will. */
const FIRST_WAIT_MS = 500;
/** One that has answered before does so again, be the line slow; only a lost answer ends the wait. */
const LATER_WAIT_MS = 3000;

/** One that leaves so many questions open answers none. */
const MOST_OPEN = 100;

interface Question {
  /** The frame that it came after, if it is about one. */
  readonly frame: number | undefined;
  readonly at: number;
  /** The far corner, once the terminal has told. */
  corner?: readonly [row: number, column: number];
  isGivenUp: boolean;
}

interface ProbeListeners {
  /** The answer to `askAfter`. */
  onReport(frame: number, where: Whereabouts): void;
  /** The answer to `ask`; undefined if there is none. */
  onAnswer(where: Whereabouts | undefined): void;
}

/** Asks a terminal where things are. Answers come in the order of the questions, after all that was written before. */
export class WhereProbe {
  readonly #terminal: Terminal;
  readonly #listeners: ProbeListeners;
  readonly #unlisten: () => void;
  #questions: Question[] = [];
  #timer: NodeJS.Timeout | undefined;
  #hasAnswered = false;

  constructor(terminal: Terminal, listeners: ProbeListeners) {
    this.#terminal = terminal;
    this.#listeners = listeners;
    this.#unlisten = terminal.onReply((reply) => {
      if (reply.kind !== "csi" || !reply.body.endsWith("R")) return;
      const [row = 1, column = 1] = reply.body.slice(0, -1).split(";").map(Number);
      this.#take([row - 1, column - 1]);
    });
  }

  /** Whether an answer to `ask` is awaited. */
  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  /** The bytes to write; `onAnswer` follows. */
  ask(): string {
    clearTimeout(this.#timer);
    this.#put();
    this.#timer = setTimeout(
      () => {
        this.#giveUp();
      },
      this.#hasAnswered ? LATER_WAIT_MS : FIRST_WAIT_MS,
    );
    return QUESTION;
  }

  /** The bytes to write after a frame; nothing waits for the answer. None for a terminal that never answers. */
  askAfter(frame: number): string {
    this.#dropLost();
    if (!this.#hasAnswered && this.#questions.length >= MOST_OPEN) return "";
    this.#put(frame);
    return QUESTION;
  }

  /** Another program had the terminal, and whatever it answered meanwhile. */
  forget(): void {
    this.#questions = [];
    if (this.isPending) this.#finish(undefined);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#unlisten();
  }

  #put(frame?: number): void {
    this.#questions.push({ frame, at: performance.now(), isGivenUp: false });
  }

  #take(place: readonly [number, number]): void {
    this.#dropLost();
    const [question, next] = this.#questions;
    if (question === undefined) return;
    this.#hasAnswered = true;
    const { corner, frame } = question;
    if (corner === undefined) {
      question.corner = place;
      return;
    }
    this.#questions.shift();
    // The far corner, after something else: an answer is lost, and this one tells the next question's corner.
    if (this.#isFarCorner(place) && !this.#isFarCorner(corner)) {
      if (next) next.corner = place;
      if (frame === undefined && !question.isGivenUp) this.#finish(undefined);
      return;
    }
    if (question.isGivenUp) return;
    const where = {
      row: place[0],
      column: place[1],
      columns: corner[1] + 1,
      rows: corner[0] + 1,
      roundTripMs: performance.now() - question.at,
    };
    if (frame === undefined) this.#finish(where);
    else this.#listeners.onReport(frame, where);
  }

  #isFarCorner([row, column]: readonly [number, number]): boolean {
    const { rows, columns } = this.#terminal;
    return row === rows - 1 && column === columns - 1;
  }

  #dropLost(): void {
    const oldest = performance.now() - LOST_MS;
    const lost = this.#questions.findIndex(({ at }) => at >= oldest);
    if (lost !== 0) this.#questions = lost === -1 ? [] : this.#questions.slice(lost);
  }

  #giveUp(): void {
    for (const question of this.#questions) question.isGivenUp = true;
    this.#finish(undefined);
  }

  #finish(where: Whereabouts | undefined): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#listeners.onAnswer(where);
  }
}
