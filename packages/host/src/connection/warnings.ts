const WORDS = 200;
const SHOWN = 20;

/** Writes what is wrong with a stream into its log, a bounded number of times for each kind. */
export class Warnings {
  readonly #write: (words: string) => void;
  readonly #counts = new Map<string, number>();

  constructor(write: (words: string) => void) {
    this.#write = write;
  }

  /** How often this kind came up, this time included. */
  add(kind: string, words: string, shown = SHOWN): number {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= shown) this.#write(cut(words));
    return count;
  }

  count(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** Says how many were left out. */
  summarise(): void {
    for (const [kind, count] of this.#counts) {
      if (count > SHOWN) this.#write(`${kind}: ${count} in all`);
    }
  }
}

function cut(words: string): string {
  return words.length > WORDS ? `${words.slice(0, WORDS)}…` : words;
}
