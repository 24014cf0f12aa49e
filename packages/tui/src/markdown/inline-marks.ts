/** The signs that emphasis is written with, as it opens and closes. */
export type Run = "*" | "**" | "_" | "__" | "~~";

/**
 * Where in a text things end that begin in it. Each answer is looked up in a list that is made once, so that a text full
 * of beginnings without an end costs no more than any other.
 */
export class InlineMarks {
  readonly #text: string;
  readonly #closers = new Map<Run, readonly number[]>();
  #ticks: ReadonlyMap<number, readonly number[]> | undefined;
  #brackets: ReadonlyMap<number, number> | undefined;
  #titleEnds: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where emphasis closes that opened before `from`, in a part of the text that ends at `to`. */
  closer(run: Run, from: number, to: number): number | undefined {
    let known = this.#closers.get(run);
    if (known === undefined) this.#closers.set(run, (known = this.#findClosers(run)));
    const inside = firstFrom(known, from);
    if (inside !== undefined && inside + run.length < to) return inside;
    // What follows the end of the part is not part of it, so it can't keep emphasis from closing there.
    const last = to - run.length;
    const canClose =
      last >= from && this.#text.startsWith(run, last) && mayPrecede(this.#text[last - 1], run);
    return canClose ? last : undefined;
  }

  /** Where the next run of exactly so many backticks begins. */
  ticks(length: number, from: number): number | undefined {
    this.#ticks ??= this.#findTicks();
    return firstFrom(this.#ticks.get(length) ?? [], from);
  }

  /** The bracket that closes the one at `at`. */
  bracket(at: number): number | undefined {
    this.#brackets ??= this.#findBrackets();
    return this.#brackets.get(at);
  }

  /** Where the title of a link ends that began before `from`. */
  titleEnd(from: number): number | undefined {
    this.#titleEnds ??= placesOf(this.#text, /["')]/g);
    return firstFrom(this.#titleEnds, from);
  }

  #findClosers(run: Run): number[] {
    const text = this.#text;
    const places: number[] = [];
    for (let at = text.indexOf(run); at !== -1; at = text.indexOf(run, at + 1)) {
      const next = text[at + run.length] ?? " ";
      if (!mayPrecede(text[at - 1], run) || (run.length === 1 && next === run)) continue;
      if (!run.startsWith("_") || !/\w/.test(next)) places.push(at);
    }
    return places;
  }

  #findTicks(): Map<number, number[]> {
    const places = new Map<number, number[]>();
    for (const { index, 0: run } of this.#text.matchAll(/`+/g)) {
      const known = places.get(run.length);
      if (known === undefined) places.set(run.length, [index]);
      else known.push(index);
    }
    return places;
  }

  #findBrackets(): Map<number, number> {
    const pairs = new Map<number, number>();
    const open: number[] = [];
    for (const { index, 0: sign } of this.#text.matchAll(/\\[^]|[[\]]/g)) {
      if (sign === "[") open.push(index);
      else if (sign === "]") {
        const start = open.pop();
        if (start !== undefined) pairs.set(start, index);
      }
    }
    return pairs;
  }
}

function mayPrecede(char = " ", run: Run): boolean {
  return !/\s/.test(char) && (run.length > 1 || char !== run);
}

function placesOf(text: string, sign: RegExp): number[] {
  return Array.from(text.matchAll(sign), ({ index }) => index);
}

/** The first of the places, which are in order, that is not before `from`. */
function firstFrom(places: readonly number[], from: number): number | undefined {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return places[low];
}
