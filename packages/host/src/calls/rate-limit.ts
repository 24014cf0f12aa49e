/** Lets so many through each second, with as many at once. */
export class RateLimit {
  readonly #perSecond: number;
  #left: number;
  #at = performance.now();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
  }

  take(): boolean {
    const now = performance.now();
    const refill = ((now - this.#at) / 1000) * this.#perSecond;
    this.#left = Math.min(this.#perSecond, this.#left + refill);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
