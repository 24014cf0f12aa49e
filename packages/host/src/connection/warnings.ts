const MAX_CHARACTERS = 200;
const MAX_REPEATS = 20;

/** Writes what is wrong with a stream into its log, a bounded number of times for each kind. */
export class Warnings {
  readonly #write: (line: string) => void;
  readonly #counts = new Map<string, number>();

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** How often this kind came up, this time included. */
  add(kind: string, line: string, repeats = MAX_REPEATS): number {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= repeats) this.#write(cut(line));
    return count;
  }

  count(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** Says how many were left out. */
  summarise(): void {
    for (const [kind, count] of this.#counts) {
      if (count > MAX_REPEATS) this.#write(`${kind}: ${count} in all`);
    }
  }
}

function cut(line: string): string {
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}
