import { messageOf } from "./errors.js";
import type { Outcome } from "./run.js";

export interface Job {
  work: (signal: AbortSignal) => Promise<Outcome>;
  onStart?: (() => void) | undefined;
  /** How it ended is not announced: whoever asked for it gets the outcome. */
  silent?: boolean;
}

/** Does one job at a time, in order. A job that throws has ended in an error. */
export class JobQueue {
  readonly #waiting: (Job & { settle: (outcome: Outcome) => void })[] = [];
  readonly #emit: (event: { type: "error"; message: string } | { type: "done" }) => void;
  #running: AbortController | undefined;
  #draining: Promise<void> | undefined;

  constructor(emit: (event: { type: "error"; message: string } | { type: "done" }) => void) {
    this.#emit = emit;
  }

  get busy(): boolean {
    return this.#draining !== undefined;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(job: Job): Promise<Outcome> {
    return new Promise((settle) => {
      this.#waiting.push({ ...job, settle });
      this.#draining ??= this.#drain();
    });
  }

  /** Stops the running job; with `waiting` those behind it never start. */
  abort(options: { waiting: boolean }): void {
    if (options.waiting) {
      for (const job of this.#waiting.splice(0)) job.settle({ stop: "aborted" });
    }
    this.#running?.abort();
  }

  async idle(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    for (let last = false; !last;) {
      const job = this.#waiting.shift();
      if (job === undefined) return;
      const controller = new AbortController();
      this.#running = controller;
      job.onStart?.();
      let outcome: Outcome;
      try {
        outcome = await job.work(controller.signal);
      } catch (error) {
        outcome = { stop: "error", error: messageOf(error), cause: error };
        if (job.silent !== true) this.#emit({ type: "error", message: messageOf(error) });
      }
      this.#running = undefined;
      // A listener of `done` may add a job, which starts anew.
      last = this.#waiting.length === 0;
      if (last) this.#draining = undefined;
      if (job.silent !== true) this.#emit({ type: "done" });
      job.settle(outcome);
    }
  }
}
