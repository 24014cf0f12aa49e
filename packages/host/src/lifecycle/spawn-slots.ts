/**
 * Lets a few programs boot at a time: `spawn` blocks until the kernel has started the program, so
 * fifty at once would stall everything and be ready later than a few at a time.
 */
export class SpawnSlots {
  readonly #patienceMs: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;
  /** One spawn in each round of the event loop. */
  #rounds: Promise<void> = Promise.resolve();

  constructor(slots: number, patienceMs: number) {
    this.#free = slots;
    this.#patienceMs = patienceMs;
  }

  /** Resolves with the function that releases the slot; a slot that is kept too long is released by itself. */
  async acquire(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    const round = this.#rounds;
    this.#rounds = round.then(() => new Promise((resolve) => setImmediate(resolve)));
    await round;
    let timer: NodeJS.Timeout | undefined;
    const release = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      this.#release();
    };
    timer = setTimeout(release, this.#patienceMs);
    return release;
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
