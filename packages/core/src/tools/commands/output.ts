import { closeSync, mkdtempSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeAll } from "../../write-all.js";

/** What the model gets of a long output: its beginning and, larger, its end. */
const HEAD_BYTES = 16 * 1024;
const TAIL_BYTES = 34 * 1024;
/** More than this is not kept on disk either. */
const MOST_ON_DISK = 256 * 1024 * 1024;

/** Collects a command's output in little memory; past the limit all of it goes to a file. */
export class Output {
  #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #total = 0;
  #fd: number | undefined;
  path: string | undefined;

  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#spill(chunk);
    this.#total += chunk.length;
    const room = HEAD_BYTES - this.#headBytes;
    const first = chunk.subarray(0, Math.max(0, room));
    if (first.length > 0) this.#head.push(first);
    this.#headBytes += first.length;
    const rest = chunk.subarray(first.length);
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailBytes += rest.length;
    while (this.#tailBytes - (this.#tail[0]?.length ?? 0) >= TAIL_BYTES) {
      this.#tailBytes -= this.#tail.shift()?.length ?? 0;
    }
  }

  get truncated(): boolean {
    return this.#total > HEAD_BYTES + TAIL_BYTES;
  }

  /** The text for the model. Nothing may be pushed after it. */
  finish(): string {
    if (this.#fd !== undefined) closeSync(this.#fd);
    const tail = Buffer.concat(this.#tail);
    if (!this.truncated) return Buffer.concat([...this.#head, tail]).toString("utf8");
    const end = tail.subarray(tail.length - TAIL_BYTES);
    const left = this.#total - HEAD_BYTES - end.length;
    // Whole lines on both sides of the gap; never half a character.
    const before = Buffer.concat(this.#head)
      .toString("utf8")
      .replace(/[^\n]*$/, "");
    const after = end.toString("utf8").replace(/^[^\n]*\n/, "");
    const note = `… [${left} bytes left out; all of the output is in ${this.path ?? "no file"}] …`;
    return `${before}${note}\n${after}`;
  }

  #spill(chunk: Buffer): void {
    if (this.#total + chunk.length <= HEAD_BYTES + TAIL_BYTES || this.#total > MOST_ON_DISK) return;
    if (this.#fd === undefined) {
      this.path = join(mkdtempSync(join(tmpdir(), "zot-bash-")), "output.log");
      this.#fd = openSync(this.path, "wx", 0o600);
      for (const piece of [...this.#head, ...this.#tail]) writeAll(this.#fd, piece);
    }
    writeAll(this.#fd, chunk);
  }
}
