const SLICE_MS = 8;
const PAUSE_MS = 1;

/** Work that is done in slices. `run` returns true when there is more to do. */
export interface SlicedWork {
  run(until: number): boolean;
}

/**
 * Shares the event loop between the readers of all extensions and everything else: a few milliseconds at a time,
 * however much arrives.
 */
export class TimeSlicer {
  #until = 0;
  #lastEnd = 0;
  #waiting: SlicedWork[] = [];

  /** Works at once if this slice has time left, and does the rest in the next rounds of the loop. */
  take(worker: SlicedWork): void {
    if (this.#waiting.includes(worker)) return;
    const now = performance.now();
    // Other work ran since: a new slice begins.
    if (now - this.#lastEnd > PAUSE_MS) this.#until = now + SLICE_MS;
    const mustWait = this.#waiting.length > 0 || now >= this.#until;
    const hasMore = mustWait || worker.run(this.#until);
    this.#lastEnd = performance.now();
    if (!hasMore) return;
    this.#waiting.push(worker);
    if (this.#waiting.length === 1) this.#schedule();
  }

  #schedule(): void {
    setImmediate(() => {
      const round = this.#waiting;
      const share = SLICE_MS / round.length;
      const left = round.filter((worker) => worker.run(performance.now() + share));
      this.#lastEnd = performance.now();
      this.#until = this.#lastEnd;
      this.#waiting = left;
      if (left.length > 0) this.#schedule();
    });
  }
}

/** There is one event loop, however many hosts are in the process. */
export const timeSlicer = new TimeSlicer();
