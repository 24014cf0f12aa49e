import { MAX_LINE_BYTES } from "./limits.js";

/** A line of text, or what was wrong with the bytes that should have been one. */
export type Line =
  | { ok: true; text: string }
  | {
      ok: false;
      problem: "too-long" | "invalid-utf8" | "unfinished";
      /** The same in words. */
      message: string;
      /** How many bytes of it were seen. */
      bytes: number;
    };

const LF = 0x0a;
const CR = 0x0d;
const BOM = 0xfeff;
/** More than that is given back once its line is through. */
const KEPT_BYTES = 64 * 1024;

/**
 * Cuts a stream of bytes into lines at LF and nowhere else: a lone CR and U+2028 are data. A CR
 * before the LF, a BOM and blank lines are dropped. A line past the limit is reported once and
 * skipped up to its LF, so memory stays within the limit whatever the peer sends, and in whatever
 * pieces. The bytes given are never kept: the caller may reuse them.
 *
 * @example
 * const splitter = new LineSplitter();
 * child.stdout.on("data", (bytes) => {
 *   for (const line of splitter.push(bytes)) if (line.ok) console.log(line.text);
 * });
 */
export class LineSplitter {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #limit: number;
  #buffer = new Uint8Array(0);
  #held = 0;
  #skipping = false;

  constructor(maxLineBytes: number = MAX_LINE_BYTES) {
    this.#limit = maxLineBytes;
  }

  /** The lines that these bytes complete. */
  push(bytes: Uint8Array): Line[] {
    const lines: Line[] = [];
    const first = bytes.indexOf(LF);
    if (first === -1) {
      this.#hold(bytes, lines);
      return lines;
    }
    let start = 0;
    if (this.#held > 0 || this.#skipping) {
      this.#complete(bytes.subarray(0, first), lines);
      start = first + 1;
    }
    const last = bytes.lastIndexOf(LF);
    if (last >= start) this.#readAll(bytes.subarray(start, last), lines);
    this.#hold(bytes.subarray(last + 1), lines);
    return lines;
  }

  /** Call at the end of the stream: what was left without its LF, if anything. */
  end(): Line[] {
    const bytes = this.#held;
    this.#release();
    this.#skipping = false;
    if (bytes === 0) return [];
    const message = `the stream ended within a line, after ${bytes} bytes of it`;
    return [{ ok: false, problem: "unfinished", message, bytes }];
  }

  #hold(rest: Uint8Array, lines: Line[]): void {
    if (this.#skipping || rest.length === 0) return;
    const length = this.#held + rest.length;
    if (length > this.#limit) {
      lines.push(this.#tooLong(length));
      this.#release();
      this.#skipping = true;
      return;
    }
    this.#append(rest, length);
  }

  #complete(tail: Uint8Array, lines: Line[]): void {
    if (this.#skipping) {
      this.#skipping = false;
      return;
    }
    const length = this.#held + tail.length;
    if (length > this.#limit) {
      lines.push(this.#tooLong(length));
    } else {
      this.#append(tail, length);
      this.#readLine(this.#buffer.subarray(0, length), lines);
    }
    this.#release();
  }

  #append(bytes: Uint8Array, length: number): void {
    if (length > this.#buffer.length) {
      const grown = new Uint8Array(
        Math.max(length, Math.min(2 * this.#buffer.length, this.#limit)),
      );
      grown.set(this.#buffer.subarray(0, this.#held));
      this.#buffer = grown;
    }
    this.#buffer.set(bytes, this.#held);
    this.#held = length;
  }

  #release(): void {
    this.#held = 0;
    if (this.#buffer.length > KEPT_BYTES) this.#buffer = new Uint8Array(0);
  }

  /** Whole lines with LFs between them. To decode them in one go costs a fraction of one by one. */
  #readAll(block: Uint8Array, lines: Line[]): void {
    const text = block.length <= this.#limit ? this.#decode(block) : undefined;
    if (text === undefined) {
      this.#readOneByOne(block, lines);
      return;
    }
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      addLine(text, start, end, lines);
      start = end + 1;
    }
    addLine(text, start, text.length, lines);
  }

  #readOneByOne(block: Uint8Array, lines: Line[]): void {
    let start = 0;
    for (let end = block.indexOf(LF); end !== -1; end = block.indexOf(LF, start)) {
      this.#readLine(block.subarray(start, end), lines);
      start = end + 1;
    }
    this.#readLine(block.subarray(start), lines);
  }

  #readLine(line: Uint8Array, lines: Line[]): void {
    const bytes = line.length;
    if (bytes > this.#limit) {
      lines.push(this.#tooLong(bytes));
      return;
    }
    const text = this.#decode(line);
    if (text !== undefined) addLine(text, 0, text.length, lines);
    else lines.push({ ok: false, problem: "invalid-utf8", message: "not valid UTF-8", bytes });
  }

  #decode(bytes: Uint8Array): string | undefined {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      return undefined;
    }
  }

  #tooLong(bytes: number): Line {
    return { ok: false, problem: "too-long", message: `longer than ${this.#limit} bytes`, bytes };
  }
}

function addLine(all: string, start: number, end: number, lines: Line[]): void {
  const from = all.charCodeAt(start) === BOM ? start + 1 : start;
  const to = all.charCodeAt(end - 1) === CR ? end - 1 : end;
  if (from >= to) return;
  const text = all.slice(from, to);
  // Nearly every line starts with a brace; only others can be blank.
  if (text.charCodeAt(0) > 0x20 || text.trim() !== "") lines.push({ ok: true, text });
}
