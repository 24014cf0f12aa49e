import { once } from "node:events";
import type { Writable } from "node:stream";
import { encodeFrame } from "@zot/protocol/lines";
import { redact } from "@zot/providers";

type Frame = Parameters<typeof encodeFrame>[0];

/** Writes frames as lines and knows whether the reader keeps up. */
export class LineOutput {
  readonly #stream: Writable;
  #broken = false;
  #draining: Promise<void> | undefined;

  constructor(stream: Writable, onBroken: () => void) {
    this.#stream = stream;
    // The reader is gone: there is nobody left to tell.
    stream.on("error", () => {
      this.#broken = true;
      onBroken();
    });
  }

  write(frame: Frame): void {
    if (!this.#broken) this.#stream.write(redact(encodeFrame(frame)));
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
}
