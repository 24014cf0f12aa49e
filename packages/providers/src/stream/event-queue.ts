/** With this many events unread, whoever makes them waits until the reader has caught up. */
export const UNREAD_LIMIT = 4096;

type Settle<T> = (result: IteratorResult<T, undefined>) => void;

/**
 * Hands events from a socket's callbacks to one reader. A generator would cost several promises for
 * each event; at 20,000 events a turn that is more than parsing them.
 */
export class EventQueue<T> implements AsyncIterableIterator<T, undefined> {
  #items: T[] = [];
  #next = 0;
  #waiting: Settle<T> | undefined;
  #ended = false;
  /** Called when the reader has taken everything. */
  onEmpty: (() => void) | undefined;
  /** Called when the reader leaves before the end. */
  onAbandoned: (() => void) | undefined;

  get length(): number {
    return this.#items.length - this.#next;
  }

  push(item: T): void {
    if (this.#ended) return;
    const settle = this.#waiting;
    if (settle === undefined) this.#items.push(item);
    else {
      this.#waiting = undefined;
      settle({ value: item, done: false });
    }
  }

  end(): void {
    this.#ended = true;
    this.#waiting?.({ value: undefined, done: true });
    this.#waiting = undefined;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#next < this.#items.length) {
      const value = this.#items[this.#next++] as T;
      if (this.#next === this.#items.length) {
        this.#items = [];
        this.#next = 0;
        this.onEmpty?.();
      }
      return Promise.resolve({ value, done: false });
    }
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    // Two reads at once are not what `for await` does; the earlier one is told that it is over.
    this.#waiting?.({ value: undefined, done: true });
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  return(): Promise<IteratorResult<T, undefined>> {
    this.#items = [];
    this.#next = 0;
    if (!this.#ended) {
      this.end();
      this.onAbandoned?.();
    }
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
