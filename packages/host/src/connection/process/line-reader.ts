import type { Readable } from "node:stream";
import { LineSplitter, type Line } from "@zot/protocol/lines";
import { LineBuffer } from "./line-buffer.js";
import type { TimeSlicer } from "./time-slicer.js";

const LF = 0x0a;

/** Takes the bytes of a line that is too long to be held. */
export interface LineSink {
  /** False when even this is too much. */
  write(bytes: Uint8Array): boolean;
  /** The line is over; `whole` when its LF came. */
  end(whole: boolean): void;
}

export interface LineReaderOptions {
  slicer: TimeSlicer;
  maxLineBytes: number;
  onLine: (line: Line) => void;
  onBytes: () => void;
  onEnd: () => void;
  /** Asked when a line passes the limit, with its beginning; without a taker it is a problem. */
  divert: (beginning: Uint8Array) => LineSink | undefined;
}

/** Reads the lines of a child in slices of time, and holds the child back while it is behind. */
export class LineReader {
  readonly #stream: Readable;
  readonly #options: LineReaderOptions;
  readonly #splitter: LineSplitter;
  #lines: Line[] = [];
  #next = 0;
  readonly #held = new LineBuffer();
  #sink: LineSink | undefined;
  #ended = false;
  #closed = false;
  #started = false;

  constructor(stream: Readable, options: LineReaderOptions) {
    this.#stream = stream;
    this.#options = options;
    this.#splitter = new LineSplitter(options.maxLineBytes);
  }

  /** Whether all that came was handed on. */
  get isIdle(): boolean {
    return this.#started && this.#next >= this.#lines.length && !this.#stream.isPaused();
  }

  start(): void {
    if (this.#closed) return;
    this.#started = true;
    this.#stream.on("data", (bytes: Buffer) => {
      this.#options.onBytes();
      this.#feed(bytes);
      this.#options.slicer.take(this);
    });
    const end = () => {
      this.#end();
    };
    this.#stream.on("end", end);
    this.#stream.on("error", end);
  }

  /** Reads no more, and tells what was left. */
  close(): void {
    if (this.#closed) return;
    this.#stream.destroy();
    this.#end();
    this.run(Infinity);
    this.#closed = true;
  }

  /** Like `close`, without handing on what is still waiting. */
  discard(): void {
    this.#closed = true;
    this.#lines = [];
    this.#next = 0;
    this.#sink?.end(false);
    this.#sink = undefined;
    this.#stream.destroy();
  }

  run(until: number): boolean {
    while (!this.#closed && this.#next < this.#lines.length) {
      const line = this.#lines[this.#next++];
      if (line) this.#options.onLine(line);
      if (this.#next % 16 === 0 && performance.now() >= until) {
        this.#stream.pause();
        return true;
      }
    }
    this.#lines = [];
    this.#next = 0;
    if (this.#closed) return false;
    if (this.#ended) {
      this.#closed = true;
      this.#options.onEnd();
    } else if (this.#stream.isPaused()) {
      this.#stream.resume();
    }
    return false;
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#sink?.end(false);
    this.#sink = undefined;
    this.#lines.push(...this.#splitter.end());
    this.#options.slicer.take(this);
  }

  #feed(bytes: Uint8Array): void {
    const first = bytes.indexOf(LF);
    const head = first === -1 ? bytes : bytes.subarray(0, first);
    if (!this.#sink && this.#held.length + head.length > this.#options.maxLineBytes) {
      this.#divert();
    }
    if (this.#sink) {
      this.#feedLineSink(this.#sink, head, first !== -1);
      if (first !== -1) this.#feed(bytes.subarray(first + 1));
      return;
    }
    for (const line of this.#splitter.push(bytes)) this.#lines.push(line);
    const last = bytes.at(-1) === LF ? bytes.length - 1 : bytes.lastIndexOf(LF);
    if (last !== -1) this.#held.clear();
    const rest = bytes.subarray(last + 1);
    if (rest.length > 0 && this.#held.length <= this.#options.maxLineBytes) this.#held.add(rest);
  }

  #divert(): void {
    const sink = this.#options.divert(this.#held.view());
    if (!sink) return;
    this.#splitter.end();
    sink.write(this.#held.view());
    this.#held.clear();
    this.#sink = sink;
  }

  #feedLineSink(sink: LineSink, bytes: Uint8Array, finished: boolean): void {
    if (!sink.write(bytes)) {
      const message = "a result longer than a file may hold";
      this.#lines.push({ ok: false, problem: "too-long", message, bytes: bytes.length });
    } else if (!finished) {
      return;
    }
    this.#sink = undefined;
    sink.end(finished);
  }
}
