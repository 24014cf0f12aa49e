import { InputDecoder } from "../input/decoder.js";
import type { InputEvent, Reply, UserInput } from "../input/events.js";
import { isSureAnswer, LOST_MS } from "./modes.js";

/** How long a lone escape may be the start of a sequence. Longer would make the key itself sluggish. */
const ESCAPE_WAIT_MS = 50;
/** From this round trip on a line is slow, and pieces of what belongs together may come far apart: wait as long. */
const SLOW_MS = 200;
const LONGEST_ESCAPE_WAIT_MS = 600;
/** The same while the terminal owes us an answer, or when it says the key itself in another way (kitty's protocol). */
const ANSWER_START_WAIT_MS = 1000;
/** What may have been typed as well: alt and a bracket. */
const SEQUENCE_WAIT_MS = 500;
/** A sequence that no one types is on its way; only its loss ends the wait. */
const SENT_WAIT_MS = 5000;
/** After this, what comes is not the rest of what was taken for a key. */
const LATE_MS = 1000;
/** A terminal that has not answered by then never will. */
const ANSWER_WAIT_MS = 3000;

const MOST_REPLIES = 16;
/** The terminal speaks kitty's key protocol: escape comes as a sequence of its own. */
const KITTY_FLAGS = /^\?[1-9]\d*u$/;

/** Decodes chunks and hands the events on; keeps them until someone listens. */
export class InputQueue {
  readonly #decoder = new InputDecoder();
  readonly #listeners = new Set<(event: UserInput) => void>();
  readonly #replyListeners = new Set<(reply: Reply) => void>();
  #kept: UserInput[] = [];
  #replies: Reply[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flush: NodeJS.Immediate | undefined;
  #flushedAt = 0;
  #owed = 0;
  #owedUntil = 0;
  #askedAt: number[] = [];
  /** The shortest way to the terminal and back so far. */
  #roundTripMs = Infinity;
  #hasKittyKeys = false;
  readonly #settled = new Set<() => void>();

  push(chunk: Uint8Array | string): void {
    this.#stopWaiting();
    if (performance.now() - this.#flushedAt > LATE_MS) this.#decoder.forgetLate();
    this.#deliver(this.#decoder.push(chunk));
    if (!this.#decoder.isWaiting) return;
    this.#timer = setTimeout(() => {
      // A busy process may be late: what has come meanwhile is read before this runs.
      this.#flush = setImmediate(() => {
        this.#flushedAt = performance.now();
        this.#deliver(this.#decoder.flush());
      });
    }, this.#wait());
  }

  /** The terminal has been asked so many questions. */
  expectReplies(count: number): void {
    const now = performance.now();
    // Earlier, an answer that still comes would be taken for that of a later question, and the line for a fast one.
    if (now - (this.#askedAt.at(-1) ?? 0) > LOST_MS) {
      this.#owed = 0;
      this.#askedAt = [];
    }
    this.#owed += count;
    this.#askedAt.push(...Array.from({ length: count }, () => now));
    this.#owedUntil = now + ANSWER_WAIT_MS;
  }

  /** Resolves when every question is answered, or `most` milliseconds have passed. */
  settled(most: number): Promise<void> {
    if (!this.isOwed) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.#settled.delete(finish);
        resolve();
      };
      const timer = setTimeout(finish, most);
      this.#settled.add(finish);
    });
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#flush);
  }

  /** Whether the terminal has still to answer, and may yet. */
  get isOwed(): boolean {
    return this.#owed > 0 && performance.now() < this.#owedUntil;
  }

  #wait(): number {
    if (this.#decoder.isSurelySent) return SENT_WAIT_MS;
    if (this.#hasKittyKeys) return ANSWER_START_WAIT_MS;
    const isSlow = this.#roundTripMs >= SLOW_MS;
    // On a fast line an answer comes whole.
    if (this.isOwed && isSlow) return ANSWER_START_WAIT_MS;
    if (this.#decoder.isInSequence) return SEQUENCE_WAIT_MS;
    return isSlow && Number.isFinite(this.#roundTripMs)
      ? Math.min(LONGEST_ESCAPE_WAIT_MS, this.#roundTripMs)
      : ESCAPE_WAIT_MS;
  }

  listen(listener: (event: UserInput) => void): () => void {
    this.#listeners.add(listener);
    const kept = this.#kept;
    this.#kept = [];
    for (const event of kept) listener(event);
    return () => this.#listeners.delete(listener);
  }

  listenForReplies(listener: (reply: Reply) => void): () => void {
    this.#replyListeners.add(listener);
    for (const reply of this.#replies) listener(reply);
    return () => this.#replyListeners.delete(listener);
  }

  close(): void {
    this.#stopWaiting();
    this.#listeners.clear();
  }

  #deliver(events: readonly InputEvent[]): void {
    // Before any key, which may end the process, and that waits for what is still owed.
    for (const event of events) if (event.type === "reply") this.#settle(event);
    for (const event of events) {
      if (event.type === "reply") this.#deliverReply(event);
      else if (this.#listeners.size === 0) this.#kept.push(event);
      else for (const listener of [...this.#listeners]) listener(event);
    }
  }

  #settle(reply: Reply): void {
    if (!isSureAnswer(reply)) return;
    this.#owed -= 1;
    const asked = this.#askedAt.shift();
    const took = asked === undefined ? Infinity : performance.now() - asked;
    this.#roundTripMs = Math.min(this.#roundTripMs, took);
    if (this.#owed <= 0) for (const finish of [...this.#settled]) finish();
  }

  /** Answers are few; who asks late for what the terminal already said still gets it. */
  #deliverReply(reply: Reply): void {
    if (reply.kind === "csi" && KITTY_FLAGS.test(reply.body)) this.#hasKittyKeys = true;
    this.#replies = [...this.#replies.slice(1 - MOST_REPLIES), reply];
    for (const listener of [...this.#replyListeners]) listener(reply);
  }
}
