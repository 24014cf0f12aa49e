const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 100;

/**
 * A sign that something goes on. It ticks only between `start` and `stop`, so that an idle program does nothing.
 *
 * @example
 * import { Spinner } from "@zot/tui";
 * const spinner = new Spinner(() => console.log("draw a frame"));
 * spinner.start();
 * spinner.frame; // "⠋"
 * spinner.stop();
 */
export class Spinner {
  readonly #onTick: () => void;
  #timer: NodeJS.Timeout | undefined;
  #at = 0;
  #startedAt = 0;

  constructor(onTick: () => void) {
    this.#onTick = onTick;
  }

  get isRunning(): boolean {
    return this.#timer !== undefined;
  }

  /** The sign as it is now. */
  get frame(): string {
    return FRAMES[this.#at % FRAMES.length] ?? "";
  }

  /** Since the start. */
  get elapsedMs(): number {
    return this.isRunning ? Date.now() - this.#startedAt : 0;
  }

  start(): void {
    if (this.isRunning) return;
    this.#startedAt = Date.now();
    this.#timer = setInterval(() => {
      this.#at += 1;
      this.#onTick();
    }, FRAME_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
