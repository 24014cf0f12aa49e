const KEPT_BYTES = 64 * 1024;

/** Bytes of a line that is not over yet, in one piece, however small the pieces are that they came in. */
export class LineBuffer {
  #buffer = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#buffer.length));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    this.#buffer.set(bytes, this.#length);
    this.#length = length;
  }

  view(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
    if (this.#buffer.length > KEPT_BYTES) this.#buffer = Buffer.alloc(0);
  }
}
