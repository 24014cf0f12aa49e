import type { Manifest } from "@zot/protocol";
import type { Timing } from "../context/timing.js";

/** The time that an extension has to become ready, over all processes of one start. */
export class StartTime {
  readonly #timing: Timing;
  #limitMs = 0;
  #end: number | undefined;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  /** A process was spawned: the first one of a start begins its time. */
  spawned({ start_timeout_ms }: Partial<Manifest>): { leftMs: number; limitMs: number } {
    const { helloLimitMs, longestStartMs } = this.#timing;
    if (this.#end === undefined) {
      this.#limitMs = Math.min(start_timeout_ms ?? helloLimitMs, longestStartMs);
      this.#end = performance.now() + this.#limitMs;
    }
    return { leftMs: Math.max(0, this.#end - performance.now()), limitMs: this.#limitMs };
  }

  get limitMs(): number {
    return this.#limitMs;
  }

  /** Whether there is time for another process after such a wait. */
  allows(waitMs: number): boolean {
    return this.#end === undefined || performance.now() + waitMs < this.#end;
  }

  /** It is ready or has failed: the next start has its own time. */
  reset(): void {
    this.#end = undefined;
  }
}
