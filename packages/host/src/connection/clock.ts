/** A timeout that can be paused. */
export class Clock {
  readonly #onOver: () => void;
  #left: number;
  #begun = 0;
  #timer: NodeJS.Timeout | undefined;
  #holds = 0;

  constructor(ms: number, onOver: () => void) {
    this.#left = ms;
    this.#onOver = onOver;
    this.#run();
  }

  /** Pauses until `release` was called as often as `hold`; then at least so much time is left. */
  hold(): void {
    this.#holds += 1;
    if (this.#holds > 1) return;
    this.stop();
    this.#left -= performance.now() - this.#begun;
  }

  release(atLeastMs: number): void {
    this.#holds -= 1;
    if (this.#holds > 0) return;
    this.#left = Math.max(this.#left, atLeastMs);
    this.#run();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #run(): void {
    this.#begun = performance.now();
    this.#timer = setTimeout(this.#onOver, this.#left);
  }
}
