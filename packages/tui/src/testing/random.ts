/**
 * Numbers that look random but are the same for the same seed, so that a failure can be seen again.
 *
 * @example
 * import { Random } from "@zot/tui/testing";
 * const random = new Random(7);
 * random.pick(["a", "b", "c"]);
 * random.between(1, 6);
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number; both ends belong to it. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True in this share of all cases. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.between(0, items.length - 1)] ?? items[0];
  }

  /** So many results of a function, at least `low` and at most `high`. */
  many<Item>(low: number, high: number, make: (at: number) => Item): Item[] {
    return Array.from({ length: this.between(low, high) }, (_, at) => make(at));
  }
}
