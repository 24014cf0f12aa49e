/**
 * Lets a few programs boot at a time: `spawn` blocks until the kernel has started the program, so
 * fifty at once would stall everything and be ready later than four at a time.
 */
export class SpawnSlots {
  readonly #patienceMs: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(slots: number, patienceMs: number) {
    this.#free = slots;
    this.#patienceMs = patienceMs;
  }

  /** Resolves with what gives the slot back; one that is kept too long gives itself back. */
  async acquire(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    const release = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      this.#release();
    };
    let timer: NodeJS.Timeout | undefined = setTimeout(release, this.#patienceMs);
    return release;
  }

  #release(): void {
    const next = this.#waiting.shift();
    // One spawn for each round of the loop.
    if (next) setImmediate(next);
    else this.#free += 1;
  }
}
