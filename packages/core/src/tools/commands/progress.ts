import { StringDecoder } from "node:string_decoder";

const INTERVAL_MS = 40;
const MOST_AT_ONCE = 8 * 1024;

/** Passes text on at a pace that a screen can follow; a flood is thinned out to its newest part. */
export class Progress {
  readonly #show: (text: string) => void;
  readonly #decoder = new StringDecoder("utf8");
  #waiting = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(show: (text: string) => void) {
    this.#show = show;
  }

  push(chunk: Buffer): void {
    this.#waiting += this.#decoder.write(chunk);
    if (this.#waiting.length > MOST_AT_ONCE) this.#waiting = this.#waiting.slice(-MOST_AT_ONCE);
    this.#timer ??= setTimeout(() => {
      this.#flush();
    }, INTERVAL_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#flush();
  }

  #flush(): void {
    this.#timer = undefined;
    const text = this.#waiting;
    this.#waiting = "";
    if (text !== "") this.#show(text);
  }
}
