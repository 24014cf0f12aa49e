/** A token bucket for each sender: so many in a second, and as many at once. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #senders = new WeakMap<object, { left: number; at: number }>();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  take(sender: object): boolean {
    const now = performance.now();
    const { left, at } = this.#senders.get(sender) ?? { left: this.#perSecond, at: now };
    const refilled = Math.min(this.#perSecond, left + ((now - at) / 1000) * this.#perSecond);
    const isFree = refilled >= 1;
    this.#senders.set(sender, { left: isFree ? refilled - 1 : refilled, at: now });
    return isFree;
  }
}
