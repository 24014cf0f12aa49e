import { once } from "node:events";
import type { Writable } from "node:stream";
import { encodeFrame } from "@zot/protocol/lines";
import { redact } from "@zot/sdk";
import { visibleJson } from "@zot/tui/sanitize";

type Frame = Parameters<typeof encodeFrame>[0];

/** As much as a pipe takes at once; more is written without waiting for the end of the turn. */
const FLUSH_AT = 64 * 1024;

/**
 * Writes frames as lines and knows whether the reader keeps up. Frames of one turn of the event loop
 * go out in one write: a model's deltas come in bunches, and a system call for each costs more than
 * everything else about it.
 */
export class LineOutput {
  readonly #stream: Writable & { readonly isTTY?: boolean };
  #waiting = "";
  #flushing = false;
  #broken = false;
  #draining: Promise<void> | undefined;

  constructor(stream: Writable & { readonly isTTY?: boolean }, onBroken: () => void) {
    this.#stream = stream;
    // The reader is gone: there is nobody left to tell.
    stream.on("error", () => {
      this.#broken = true;
      onBroken();
    });
  }

  write(frame: Frame): void {
    if (this.#broken) return;
    this.#waiting += encodeFrame(frame);
    if (this.#waiting.length >= FLUSH_AT) this.#flush();
    if (this.#flushing) return;
    this.#flushing = true;
    setImmediate(() => {
      this.#flushing = false;
      this.#flush();
    });
  }

  /** A promise while the reader is behind, to hold back whoever produces. */
  pace(): Promise<void> | undefined {
    if (this.#broken || !this.#stream.writableNeedDrain) return undefined;
    this.#draining ??= once(this.#stream, "drain").then(
      () => {
        this.#draining = undefined;
      },
      () => {
        this.#draining = undefined;
      },
    );
    return this.#draining;
  }

  #flush(): void {
    if (this.#waiting === "" || this.#broken) return;
    const text = redact(this.#waiting);
    // JSON lets characters stand as they are that a terminal acts on; programs get the bytes that they always got.
    this.#stream.write(this.#stream.isTTY === true ? visibleJson(text) : text);
    this.#waiting = "";
  }
}
