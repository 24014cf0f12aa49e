/** Earlier prompts, newest last, and the draft that waits below them. */
export class History {
  #entries: string[];
  #at: number;
  #draft = "";

  constructor(entries: readonly string[] = []) {
    this.#entries = [...entries];
    this.#at = this.#entries.length;
  }

  get entries(): readonly string[] {
    return this.#entries;
  }

  /** Adds what was sent; the same thing twice in a row counts once. */
  add(entry: string): void {
    if (entry.trim() !== "" && this.#entries.at(-1) !== entry) this.#entries.push(entry);
    this.#at = this.#entries.length;
    this.#draft = "";
  }

  /** One back; undefined at the oldest. `current` is kept if it was the draft. */
  older(current: string): string | undefined {
    if (this.#at === 0) return undefined;
    if (this.#at === this.#entries.length) this.#draft = current;
    this.#at -= 1;
    return this.#entries[this.#at];
  }

  /** One on; the draft after the newest, then undefined. */
  newer(): string | undefined {
    if (this.#at >= this.#entries.length) return undefined;
    this.#at += 1;
    return this.#at === this.#entries.length ? this.#draft : this.#entries[this.#at];
  }
}
