import { closeSync, fstatSync, mkdirSync, openSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { redact, RedactedBytes } from "../../context/redact.js";
import { writeAll } from "../../context/base.js";

const TAIL_BYTES = 4_096;
/** `TypeError: …`, `Error [ERR_MODULE_NOT_FOUND]: …`, Python's `KeyError: …` and its bare `KeyboardInterrupt`. */
const ERROR = /^(?:Uncaught )?[\w.]*(?:Error|Exception|Interrupt)(?: \[\w+\])?(?::.*)?$/;
/** Where it happened: above the error in Python and for a syntax error of Node's, below it otherwise. */
const PLACE_ABOVE = /^(?:\s*File ".+", line \d+.*|(?!node:)\S+:\d+)$/;
const PLACE_BELOW = /^\s+at (?!.*\bnode:).*[/\\].*:\d+:\d+\)?/;
const LAST_LINES = 5;

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
  readonly #redacted: RedactedBytes;

  constructor(options: StderrLogOptions) {
    this.#options = options;
    this.#redacted = new RedactedBytes(options.secrets);
  }

  /** The host's own line; people search for the mark. */
  note(text: string): void {
    this.#append(Buffer.from(redact(`[zot] ${text}\n`, this.#options.secrets())));
  }

  blankLine(): void {
    this.#append(Buffer.from("\n"));
  }

  /** What the extension wrote to its stderr. */
  write(bytes: Buffer): void {
    this.#take(this.#redacted.push(bytes));
  }

  /** The error that its stderr ended with, for a message; nothing may be written after it. */
  lastError(): string {
    this.#take(this.#redacted.end());
    return findLastError(this.#tail.toString("utf8"));
  }

  close(): void {
    this.#take(this.#redacted.end());
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#broken = true;
  }

  #take(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    this.#append(bytes);
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

/**
 * Why a program died by its stderr: the error and its place if there is a stack trace, whose last lines tell nothing;
 * else its last lines.
 */
function findLastError(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const at = lines.findLastIndex((line) => ERROR.test(line));
  const error = lines[at];
  if (error === undefined) {
    return lines
      .filter((line) => line !== "")
      .slice(-LAST_LINES)
      .join("\n");
  }
  const below = lines.slice(at + 1).find((line) => PLACE_BELOW.test(line));
  const above = lines.slice(0, at).findLast((line) => PLACE_ABOVE.test(line));
  const place = error.startsWith("SyntaxError") ? (above ?? below) : (below ?? above);
  return place === undefined ? error : `${error} (${place.trim().replace(/^at /, "")})`;
}
