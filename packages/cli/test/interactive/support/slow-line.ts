interface Piece {
  /** When it may arrive. */
  readonly at: number;
  readonly handOver: () => void;
}

/** A line that takes its time and hands over in pieces, always the same ones; without a delay, at once and whole. */
export class SlowLine {
  readonly #delayMs: number;
  readonly #sizes: readonly number[];
  readonly #onTheWay: Piece[] = [];
  #isWaiting = false;
  #piece = 0;
  #free = 0;

  constructor(delayMs: number, sizes: readonly number[]) {
    this.#delayMs = delayMs;
    this.#sizes = sizes;
  }

  /** Hands over piece by piece; what was sent earlier arrives earlier. Nothing is a piece, too. */
  send(data: string, deliver: (piece: string) => void): void {
    if (this.#delayMs === 0) {
      deliver(data);
      return;
    }
    this.#free = Math.max(this.#free, performance.now() + this.#delayMs);
    for (let rest = data, isFirst = true; isFirst || rest !== ""; isFirst = false) {
      const size = this.#sizes[(this.#piece += 1) % this.#sizes.length] ?? 1;
      const piece = rest.slice(0, size);
      rest = rest.slice(size);
      this.#onTheWay.push({
        at: this.#free,
        handOver: () => {
          deliver(piece);
        },
      });
      // Pieces of one message come close together, one in a while far apart.
      this.#free += this.#piece % 7 === 0 ? this.#delayMs / 2 : 2;
    }
    if (!this.#isWaiting) this.#wait();
  }

  /** One wait at a time: in a busy process several timers may end in another order than they should. */
  #wait(): void {
    const [next] = this.#onTheWay;
    this.#isWaiting = next !== undefined;
    if (!next) return;
    setTimeout(() => {
      while (this.#onTheWay[0] && this.#onTheWay[0].at <= performance.now()) {
        this.#onTheWay.shift()?.handOver();
      }
      this.#wait();
    }, next.at - performance.now());
  }
}
