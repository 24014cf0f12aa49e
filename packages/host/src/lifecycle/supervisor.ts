export interface SupervisorOptions {
  crashes: number;
  crashWindowMs: number;
  backoffFirstMs: number;
  backoffLastMs: number;
}

/** Decides after each crash how long to wait, or to give up. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  #crashes: number[] = [];

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Crashes within the window. */
  get count(): number {
    return this.#crashes.length;
  }

  /** The wait before the next start; nothing to give up. */
  crashed(now = performance.now()): number | undefined {
    const { crashes, crashWindowMs, backoffFirstMs, backoffLastMs } = this.#options;
    this.#crashes = [...this.#crashes.filter((at) => now - at < crashWindowMs), now];
    if (this.count >= crashes) return undefined;
    return Math.min(backoffFirstMs * 2 ** (this.count - 1), backoffLastMs);
  }

  reset(): void {
    this.#crashes = [];
  }
}
