/** Runs frames on demand: at once after a pause, else at most `perSecond` of them, and one write at a time. */
export class FrameScheduler {
  readonly #frame: () => boolean;
  readonly #interval: number;
  /** Takes back the frame that is to come. */
  #cancel: (() => void) | undefined;
  #last = -Infinity;
  #isNow = false;
  #isBlocked = false;
  #isDirty = false;
  #isClosed = false;

  /** `frame` returns whether the terminal took it; if not, the next waits for `unblock`. */
  constructor(frame: () => boolean, perSecond: number) {
    this.#frame = frame;
    this.#interval = 1000 / perSecond;
  }

  /** Soon: with the next frame. */
  request(): void {
    if (this.#isClosed || this.#cancel !== undefined || this.#isNow) return;
    const wait = this.#last + this.#interval - performance.now();
    this.#cancel = wait <= 0 ? soon(this.run) : later(this.run, wait);
  }

  /** Still within this turn of the event loop, after all that it brings: the echo of a key must not wait. */
  requestNow(): void {
    if (this.#isClosed || this.#isNow) return;
    this.#isNow = true;
    queueMicrotask(this.run);
  }

  readonly run = (): void => {
    this.#clear();
    this.#isNow = false;
    if (this.#isClosed) return;
    this.#isDirty = this.#isBlocked;
    if (this.#isBlocked) return;
    this.#isBlocked = !this.#frame();
    this.#last = performance.now();
  };

  unblock(): void {
    this.#isBlocked = false;
    if (this.#isDirty) this.request();
  }

  close(): void {
    this.#isClosed = true;
    this.#clear();
  }

  #clear(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}

function soon(run: () => void): () => void {
  const immediate = setImmediate(run);
  return () => {
    clearImmediate(immediate);
  };
}

function later(run: () => void, wait: number): () => void {
  const timer = setTimeout(run, wait);
  return () => {
    clearTimeout(timer);
  };
}
