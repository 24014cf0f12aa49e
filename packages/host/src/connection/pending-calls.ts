import { Clock } from "./clock.js";

/**
 * Whether the user was asked something for a call: not at all, or in a panel; or the panel was closed, or could not
 * open, before anything came of it.
 */
type Question = "none" | "asked" | "unanswered";

type Settlement<Frame> =
  | { ok: true; frame: Frame }
  | {
      ok: false;
      why: "timeout" | "aborted" | "disconnected" | "unreadable";
      /** The error that a reply told, though it could not be read as a whole. */
      detail?: string;
    };

/** What became of a request: answered, or why not. */
export type Reply<Frame> = Settlement<Frame> & { question: Question };

export interface WaitOptions {
  timeoutMs: number | undefined;
  signal: AbortSignal | undefined;
}

/** A request that waits for its reply, as seen by the panels that were opened for it. */
export interface ParentCall {
  question: Question;
  /** Whether its panels stay when it is answered: a command opens one and is done. */
  readonly panelsStay: boolean;
  /** Pauses its timeout. */
  hold: () => void;
  release: (atLeastMs: number) => void;
  /** Called once, when nobody waits any more. */
  onOver: (listener: (isAnswered: boolean) => void) => void;
}

interface OpenCall<Frame> extends ParentCall {
  settle: (settlement: Settlement<Frame>) => void;
}

const GONE = { ok: false, why: "disconnected" } as const;

/** Requests that wait for their reply. Every one is settled exactly once, whatever happens. */
export class PendingCalls<Frame> {
  readonly #open = new Map<string, OpenCall<Frame>>();
  readonly #panelsStay: boolean;
  #closed = false;

  constructor({ panelsStay = false }: { panelsStay?: boolean } = {}) {
    this.#panelsStay = panelsStay;
  }

  get size(): number {
    return this.#open.size;
  }

  has(id: string): boolean {
    return this.#open.has(id);
  }

  get(id: string): ParentCall | undefined {
    return this.#open.get(id);
  }

  newest(): ParentCall | undefined {
    return [...this.#open.values()].at(-1);
  }

  failQuestions(): void {
    for (const call of this.#open.values()) call.question = "unanswered";
  }

  ids(): IterableIterator<string> {
    return this.#open.keys();
  }

  wait(id: string, { timeoutMs, signal }: WaitOptions): Promise<Reply<Frame>> {
    const question = "none";
    if (this.#closed) return Promise.resolve({ ...GONE, question });
    if (signal?.aborted) return Promise.resolve({ ok: false, why: "aborted", question });
    return new Promise((resolve) => {
      const listeners: ((isAnswered: boolean) => void)[] = [];
      const settle = (settlement: Settlement<Frame>) => {
        this.#open.delete(id);
        clock?.stop();
        signal?.removeEventListener("abort", abort);
        resolve({ ...settlement, question: call.question });
        for (const listener of listeners) listener(settlement.ok);
      };
      const abort = () => {
        settle({ ok: false, why: "aborted" });
      };
      const clock =
        timeoutMs === undefined
          ? undefined
          : new Clock(timeoutMs, () => {
              settle({ ok: false, why: "timeout" });
            });
      const call: OpenCall<Frame> = {
        question,
        panelsStay: this.#panelsStay,
        hold: () => clock?.hold(),
        release: (atLeastMs) => clock?.release(atLeastMs),
        onOver: (listener) => listeners.push(listener),
        settle,
      };
      signal?.addEventListener("abort", abort);
      this.#open.set(id, call);
    });
  }

  /** False when nobody waits for this id. */
  settle(id: string, settlement: Settlement<Frame>): boolean {
    const call = this.#open.get(id);
    call?.settle(settlement);
    return call !== undefined;
  }

  /** The peer is gone: settles all calls, and every later one at once. */
  close(): void {
    this.#closed = true;
    for (const { settle } of [...this.#open.values()]) settle(GONE);
  }
}
