import { closeSync, fstatSync, mkdirSync, openSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { redact } from "../redact.js";
import { writeAll } from "../write-all.js";
import { findLastWords } from "./last-words.js";

const TAIL_BYTES = 4_096;
const HELD_BYTES = 64 * 1024;
const LF = 0x0a;

export interface StderrLogOptions {
  path: string;
  maxBytes: number;
  secrets: () => readonly string[];
  /** Told once when the log can't be written; the extension runs all the same. */
  onUnwritable: (error: Error) => void;
}

/** The log of one extension: its stderr as it came, and the host's own `[zot]` lines. */
export class StderrLog {
  readonly #options: StderrLogOptions;
  #file: number | undefined;
  #size = 0;
  #broken = false;
  #tail = Buffer.alloc(0);
  #held = Buffer.alloc(0);

  constructor(options: StderrLogOptions) {
    this.#options = options;
  }

  /** The host's own line; people grep for these words. */
  note(words: string): void {
    this.#append(Buffer.from(redact(`[zot] ${words}\n`, this.#options.secrets())));
  }

  blankLine(): void {
    this.#append(Buffer.from("\n"));
  }

  /** What the extension wrote to its stderr. */
  write(bytes: Buffer): void {
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    if (this.#options.secrets().length === 0) {
      this.#append(bytes);
      return;
    }
    // A secret may be split over two chunks, but not over two lines.
    const all = Buffer.concat([this.#held, bytes]);
    const cut = all.length > HELD_BYTES ? all.length : all.lastIndexOf(LF) + 1;
    this.#held = all.subarray(cut);
    if (cut > 0) this.#appendRedacted(all.subarray(0, cut));
  }

  /** What its stderr said last, for a message. */
  lastWords(): string {
    return redact(findLastWords(this.#tail.toString("utf8")), this.#options.secrets());
  }

  close(): void {
    this.#flush();
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#broken = true;
  }

  #flush(): void {
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    if (held.length > 0) this.#appendRedacted(held);
  }

  #appendRedacted(bytes: Buffer): void {
    this.#append(Buffer.from(redact(bytes.toString("utf8"), this.#options.secrets())));
  }

  #append(bytes: Buffer): void {
    if (this.#broken) return;
    try {
      let file = (this.#file ??= this.#open());
      if (this.#size > 0 && this.#size + bytes.length > this.#options.maxBytes) {
        file = this.#rotate(file);
      }
      this.#size += bytes.length;
      writeAll(file, bytes);
    } catch (error) {
      this.#broken = true;
      this.#options.onUnwritable(error as Error);
    }
  }

  #open(): number {
    mkdirSync(dirname(this.#options.path), { recursive: true, mode: 0o700 });
    const file = openSync(this.#options.path, "a", 0o600);
    this.#size = fstatSync(file).size;
    return file;
  }

  #rotate(file: number): number {
    closeSync(file);
    this.#file = undefined;
    renameSync(this.#options.path, `${this.#options.path}.1`);
    this.#file = this.#open();
    return this.#file;
  }
}
