import { readSync } from "node:fs";

const CHUNK = 64 * 1024;
const LONGEST_LINE = 2_000;
/** A line with more bytes than this is taken as several. */
const ENDLESS = 16 * 1024 * 1024;
const LF = 0x0a;

export interface ReadLines {
  lines: string[];
  /** The file goes on after them. */
  more: boolean;
  /** Only known when the end was reached. */
  total: number | undefined;
}

/**
 * Some lines of an open file, without reading what follows, nor keeping what comes before: a file may
 * be larger than memory.
 */
export function readLines(
  fd: number,
  want: { first: number; count: number; bytes: number },
): ReadLines {
  const taken = new TakenLines(want);
  const chunk = Buffer.allocUnsafe(CHUNK);
  let position = 0;
  for (let read = readSync(fd, chunk, 0, CHUNK, 0); read > 0;) {
    position += read;
    const bytes = chunk.subarray(0, read);
    let start = 0;
    while (start < bytes.length) {
      if (taken.isFull) return { lines: taken.lines, more: true, total: undefined };
      const end = bytes.indexOf(LF, start);
      taken.add(bytes.subarray(start, end === -1 ? bytes.length : end));
      if (end !== -1) taken.endLine();
      start = end === -1 ? bytes.length : end + 1;
    }
    read = readSync(fd, chunk, 0, CHUNK, position);
  }
  if (taken.hasOpenLine) taken.endLine();
  return { lines: taken.lines, more: false, total: taken.passed };
}

class TakenLines {
  readonly lines: string[] = [];
  /** How many lines ended so far, those before the first wanted one included. */
  passed = 0;
  readonly #want: { first: number; count: number; bytes: number };
  #parts: Buffer[] = [];
  #lineBytes = 0;
  #bytes = 0;

  constructor(want: { first: number; count: number; bytes: number }) {
    this.#want = want;
  }

  get isFull(): boolean {
    const { count, bytes } = this.#want;
    return this.lines.length >= count || this.#bytes >= bytes;
  }

  get hasOpenLine(): boolean {
    return this.#lineBytes > 0;
  }

  add(part: Buffer): void {
    // Four bytes a character at most: enough to show where a long line was cut.
    if (this.#isWanted() && this.#lineBytes < LONGEST_LINE * 4) this.#parts.push(Buffer.from(part));
    this.#lineBytes += part.length;
    if (this.#isEndless()) this.endLine();
  }

  endLine(): void {
    if (this.#isWanted()) {
      const text = Buffer.concat(this.#parts).toString("utf8").replace(/\r$/, "");
      this.lines.push(shorten(text, this.#lineBytes));
      this.#bytes += Math.min(this.#lineBytes, LONGEST_LINE) + 1;
    }
    this.#parts = [];
    this.#lineBytes = 0;
    this.passed += 1;
  }

  #isWanted(): boolean {
    return this.passed + 1 >= this.#want.first;
  }

  #isEndless(): boolean {
    return this.#isWanted() && this.#lineBytes > ENDLESS;
  }
}

function shorten(text: string, bytes: number): string {
  if (text.length <= LONGEST_LINE) return text;
  return `${text.slice(0, LONGEST_LINE)}… [line cut; it has ${bytes} bytes]`;
}
