/** What became of a request: answered, or why not. */
export type Answer<Frame> =
  | { ok: true; frame: Frame }
  | {
      ok: false;
      why: "timeout" | "aborted" | "disconnected" | "garbage";
      /** The error that a reply told, though it could not be read as a whole. */
      detail?: string;
    };

export interface CallOptions {
  timeoutMs: number | undefined;
  signal: AbortSignal | undefined;
}

/** Requests that wait for their reply. Every one is settled exactly once, whatever happens. */
export class PendingCalls<Frame> {
  readonly #open = new Map<string, (answer: Answer<Frame>) => void>();
  #closed = false;

  get size(): number {
    return this.#open.size;
  }

  has(id: string): boolean {
    return this.#open.has(id);
  }

  ids(): IterableIterator<string> {
    return this.#open.keys();
  }

  wait(id: string, { timeoutMs, signal }: CallOptions): Promise<Answer<Frame>> {
    if (this.#closed) return Promise.resolve({ ok: false, why: "disconnected" });
    if (signal?.aborted) return Promise.resolve({ ok: false, why: "aborted" });
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const settle = (answer: Answer<Frame>) => {
        this.#open.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        resolve(answer);
      };
      const abort = () => {
        settle({ ok: false, why: "aborted" });
      };
      if (timeoutMs !== undefined) {
        timer = setTimeout(() => {
          settle({ ok: false, why: "timeout" });
        }, timeoutMs);
      }
      signal?.addEventListener("abort", abort);
      this.#open.set(id, settle);
    });
  }

  /** False when nobody waits for this id. */
  settle(id: string, answer: Answer<Frame>): boolean {
    const settle = this.#open.get(id);
    settle?.(answer);
    return settle !== undefined;
  }

  /** The peer is gone: settles all, and all that come. */
  close(): void {
    this.#closed = true;
    for (const settle of [...this.#open.values()]) settle({ ok: false, why: "disconnected" });
  }
}
