import { InputDecoder } from "../input/decoder.js";
import type { InputEvent, Reply, UserInput } from "../input/events.js";

/** How long a lone escape may be the start of a sequence. Longer over slow lines would make the key itself sluggish. */
const ESCAPE_WAIT_MS = 50;
/** A sequence that has begun beyond the escape is on its way; only its loss ends the wait. */
const SEQUENCE_WAIT_MS = 500;

const MOST_REPLIES = 16;

/** Decodes chunks and hands the events on; keeps them until someone listens. */
export class InputQueue {
  readonly #decoder = new InputDecoder();
  readonly #listeners = new Set<(event: UserInput) => void>();
  readonly #replyListeners = new Set<(reply: Reply) => void>();
  #kept: UserInput[] = [];
  #replies: Reply[] = [];
  #timer: NodeJS.Timeout | undefined;

  push(chunk: Uint8Array | string): void {
    clearTimeout(this.#timer);
    this.#deliver(this.#decoder.push(chunk));
    if (!this.#decoder.isWaiting) return;
    const wait = this.#decoder.isInSequence ? SEQUENCE_WAIT_MS : ESCAPE_WAIT_MS;
    this.#timer = setTimeout(() => {
      this.#deliver(this.#decoder.flush());
    }, wait);
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
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #deliver(events: readonly InputEvent[]): void {
    for (const event of events) {
      if (event.type === "reply") this.#deliverReply(event);
      else if (this.#listeners.size === 0) this.#kept.push(event);
      else for (const listener of [...this.#listeners]) listener(event);
    }
  }

  /** Answers are few; who asks late for what the terminal already said still gets it. */
  #deliverReply(reply: Reply): void {
    this.#replies = [...this.#replies.slice(1 - MOST_REPLIES), reply];
    for (const listener of [...this.#replyListeners]) listener(reply);
  }
}
