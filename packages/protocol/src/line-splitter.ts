import { MAX_LINE_BYTES } from "./limits.js";

/** A line of text, or what was wrong with the bytes that should have been one. */
export type Line =
  | { ok: true; text: string }
  | { ok: false; problem: "too-long" | "invalid-utf8" | "unfinished"; bytes: number };

const LF = 0x0a;
const CR = 0x0d;
const BOM = "\uFEFF";

/**
 * Cuts a stream of bytes into lines at LF and nowhere else: a lone CR and U+2028 are data. A CR
 * before the LF, a BOM and blank lines are dropped. A line past the limit is reported once and
 * skipped up to its LF, so memory stays within the limit whatever the peer sends.
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
  #parts: Uint8Array[] = [];
  #held = 0;
  #skipping = false;

  constructor(maxLineBytes: number = MAX_LINE_BYTES) {
    this.#limit = maxLineBytes;
  }

  /** The lines that these bytes complete. */
  push(bytes: Uint8Array): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      this.#complete(bytes.subarray(start, end), lines);
      start = end + 1;
    }
    if (start < bytes.length) this.#hold(bytes.subarray(start), lines);
    return lines;
  }

  /** Call at the end of the stream: what was left without its LF, if anything. */
  end(): Line[] {
    const bytes = this.#held;
    this.#parts = [];
    this.#held = 0;
    this.#skipping = false;
    return bytes === 0 ? [] : [{ ok: false, problem: "unfinished", bytes }];
  }

  #hold(rest: Uint8Array, lines: Line[]): void {
    if (this.#skipping) return;
    this.#held += rest.length;
    if (this.#held > this.#limit) {
      lines.push({ ok: false, problem: "too-long", bytes: this.#held });
      this.#parts = [];
      this.#held = 0;
      this.#skipping = true;
      return;
    }
    this.#parts.push(rest);
  }

  #complete(tail: Uint8Array, lines: Line[]): void {
    if (this.#skipping) {
      this.#skipping = false;
      return;
    }
    const length = this.#held + tail.length;
    let whole = tail;
    if (this.#held > 0) {
      whole = concat([...this.#parts, tail], length);
      this.#parts = [];
      this.#held = 0;
    }
    if (length > this.#limit) {
      lines.push({ ok: false, problem: "too-long", bytes: length });
      return;
    }
    const end = whole[length - 1] === CR ? length - 1 : length;
    let text: string;
    try {
      text = this.#decoder.decode(end === length ? whole : whole.subarray(0, end));
    } catch {
      lines.push({ ok: false, problem: "invalid-utf8", bytes: length });
      return;
    }
    if (text.startsWith(BOM)) text = text.slice(1);
    if (text.trim() !== "") lines.push({ ok: true, text });
  }
}

function concat(parts: Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
