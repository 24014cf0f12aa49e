export interface Turn {
  /** Resolves when it is over, however that came about. */
  run: (signal: AbortSignal) => Promise<unknown>;
  /** Called instead, if its time never comes. */
  drop: () => void;
}

/** Prompts and compactions, one after the other. */
export class TurnQueue {
  readonly #waiting: Turn[] = [];
  #running: AbortController | undefined;
  #over: Promise<void> = Promise.resolve();

  get busy(): boolean {
    return this.#running !== undefined;
  }

  /** With nothing before it, it starts at once: its response precedes those to later commands. */
  add(turn: Turn): void {
    this.#waiting.push(turn);
    if (!this.busy) this.#over = this.#work();
  }

  /** Stops the one that runs. */
  abort(): void {
    this.#running?.abort();
  }

  /** Stops the one that runs, and drops those behind it. */
  close(): void {
    for (const turn of this.#waiting.splice(0)) turn.drop();
    this.abort();
  }

  /** Resolves when everything that was asked for is done. */
  idle(): Promise<void> {
    return this.#over;
  }

  async #work(): Promise<void> {
    for (let turn = this.#waiting.shift(); turn !== undefined; turn = this.#waiting.shift()) {
      this.#running = new AbortController();
      await turn.run(this.#running.signal);
    }
    this.#running = undefined;
  }
}
