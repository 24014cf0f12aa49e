import type { Writable } from "node:stream";

export type Sent = "sent" | "dropped" | "full" | "closed";

export interface LineWriterOptions {
  maxBytes: number;
  maxEventBytes: number;
  /** The reading end is gone. */
  onBroken: (error: Error) => void;
}

/** Writes lines to a child that may never read them: what waits is bounded. */
export class LineWriter {
  readonly #stream: Writable;
  readonly #options: LineWriterOptions;
  #open = true;

  constructor(stream: Writable, options: LineWriterOptions) {
    this.#stream = stream;
    this.#options = options;
    stream.on("error", (error) => {
      this.#open = false;
      options.onBroken(error);
    });
  }

  /** A frame that a reply is awaited for: after `full` the child has to be stopped. */
  write(line: string): Sent {
    return this.#write(line, this.#options.maxBytes, "full");
  }

  /** An event has no reply, so it is dropped first. */
  writeEvent(line: string): Sent {
    return this.#write(line, this.#options.maxEventBytes, "dropped");
  }

  end(): void {
    this.#open = false;
    if (!this.#stream.destroyed) this.#stream.end();
  }

  #write(line: string, limit: number, beyond: Sent): Sent {
    if (!this.#open || this.#stream.destroyed) return "closed";
    const waiting = this.#stream.writableLength;
    if (waiting > 0 && waiting + line.length > limit) return beyond;
    this.#stream.write(line);
    return "sent";
  }
}
