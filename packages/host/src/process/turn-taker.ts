const SLICE_MS = 8;

/** Something with work left. `run` returns true when it wants another turn. */
export interface Worker {
  run(until: number): boolean;
}

/**
 * Shares the event loop between the readers of all extensions and everybody else: a few
 * milliseconds of each round of the loop, whatever arrives.
 */
export class TurnTaker {
  #until = 0;
  #waiting: Worker[] = [];
  #isScheduled = false;

  /** Does the work at once if this round has time left, the rest in the next rounds. */
  take(worker: Worker): void {
    if (this.#until === 0) this.#until = performance.now() + SLICE_MS;
    if (this.#waiting.length > 0 || worker.run(this.#until)) this.#waiting.push(worker);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#next();
    });
  }

  #next(): void {
    this.#isScheduled = false;
    this.#until = 0;
    const round = this.#waiting;
    if (round.length === 0) return;
    this.#waiting = [];
    this.#until = performance.now() + SLICE_MS;
    const share = SLICE_MS / round.length;
    for (const worker of round) {
      if (worker.run(performance.now() + share)) this.#waiting.push(worker);
    }
    this.#schedule();
  }
}
