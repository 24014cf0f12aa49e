import type { ImageBlock, UserMessage } from "@zot/providers";
import { messageOf } from "../errors.js";
import type { Outcome } from "./run.js";

/** A prompt or a compaction waits for its turn; a message to steer goes into the running prompt. */
export interface QueueEntry {
  readonly id: string;
  readonly kind: "prompt" | "steer" | "compact";
  readonly text: string;
  readonly images: readonly ImageBlock[];
  /** What of the text the user typed. */
  readonly typed: string;
  /** Takes it out; whoever sent it gets the outcome `aborted`. False if it has begun. */
  drop(): boolean;
}

/** What waits, in the order in which it is taken. */
export interface PromptQueue {
  readonly entries: readonly QueueEntry[];
  /** Calls back after every change, until the function that it returns is called. */
  subscribe(listener: () => void): () => void;
}

export interface Job {
  /** What the queue shows of it; nothing for one that only tidies up. */
  shown?: Pick<QueueEntry, "kind" | "text" | "images" | "typed">;
  /** Calls `begin` when it is past all waiting: until then it is in the queue. */
  work: (signal: AbortSignal, begin: () => void) => Promise<Outcome>;
  onStart?: (() => void) | undefined;
  /** How it ended is not announced: whoever asked for it gets the outcome. */
  silent?: boolean;
}

interface Waiting extends Job {
  entry: QueueEntry | undefined;
  settle: (outcome: Outcome) => void;
}

type EndEvent = { type: "error"; message: string } | { type: "done" };

/** Does one job at a time, in order. A job that throws has ended in an error. */
export class JobQueue implements PromptQueue {
  readonly #emit: (event: EndEvent) => void;
  readonly #listeners = new Set<() => void>();
  #waiting: Waiting[] = [];
  #steering: { entry: QueueEntry; message: UserMessage }[] = [];
  /** The job whose turn it is, which may still wait for what it needs. */
  #current: { job: Waiting; controller: AbortController; hasBegun: boolean } | undefined;
  #draining: Promise<void> | undefined;
  #count = 0;

  constructor(emit: (event: EndEvent) => void) {
    this.#emit = emit;
  }

  get busy(): boolean {
    return this.#draining !== undefined;
  }

  get isRunning(): boolean {
    return this.#current?.hasBegun === true;
  }

  get hasSteering(): boolean {
    return this.#steering.length > 0;
  }

  get entries(): readonly QueueEntry[] {
    const { job, hasBegun = true } = this.#current ?? {};
    const first = hasBegun ? undefined : job?.entry;
    const steering = this.#steering.map(({ entry }) => entry);
    const rest = this.#waiting.map(({ entry }) => entry);
    return [first, ...steering, ...rest].filter((entry) => entry !== undefined);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  add(job: Job): Promise<Outcome> {
    return new Promise((settle) => {
      const waiting: Waiting = { ...job, entry: undefined, settle };
      waiting.entry = job.shown && this.#entry(job.shown, () => this.#dropJob(waiting));
      this.#waiting.push(waiting);
      this.#draining ??= this.#drain();
      this.#changed();
    });
  }

  /** Keeps a message for the next step of the running job. */
  steer(message: UserMessage, shown: Omit<NonNullable<Job["shown"]>, "kind">): void {
    const entry = this.#entry({ ...shown, kind: "steer" }, () => {
      const before = this.#steering.length;
      this.#steering = this.#steering.filter((each) => each.entry !== entry);
      return this.#steering.length < before;
    });
    this.#steering.push({ entry, message });
    this.#changed();
  }

  takeSteering(): UserMessage[] {
    const taken = this.#steering.splice(0);
    if (taken.length > 0) this.#changed();
    return taken.map(({ message }) => message);
  }

  /** Stops the running job and forgets what should steer it; with `waiting` those behind it never start. */
  abort(options: { waiting: boolean }): void {
    const before = this.entries.length;
    this.#steering = [];
    if (options.waiting) {
      for (const job of this.#waiting.splice(0)) job.settle({ stop: "aborted" });
    }
    if (this.#current?.hasBegun === false) this.#current.job.entry = undefined;
    this.#current?.controller.abort();
    if (this.entries.length !== before) this.#changed();
  }

  async idle(): Promise<void> {
    await this.#draining;
  }

  #entry(shown: NonNullable<Job["shown"]>, remove: () => boolean): QueueEntry {
    this.#count += 1;
    const drop = () => {
      const isRemoved = remove();
      if (isRemoved) this.#changed();
      return isRemoved;
    };
    return { id: String(this.#count), ...shown, drop };
  }

  #dropJob(job: Waiting): boolean {
    const current = this.#current;
    if (current?.job === job) {
      if (current.hasBegun || current.controller.signal.aborted) return false;
      job.entry = undefined;
      current.controller.abort();
      return true;
    }
    const at = this.#waiting.indexOf(job);
    if (at === -1) return false;
    this.#waiting.splice(at, 1);
    job.settle({ stop: "aborted" });
    return true;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  async #drain(): Promise<void> {
    for (let last = false; !last;) {
      const job = this.#waiting.shift();
      if (job === undefined) return;
      const current = { job, controller: new AbortController(), hasBegun: false };
      this.#current = current;
      job.onStart?.();
      let outcome: Outcome;
      try {
        outcome = await job.work(current.controller.signal, () => {
          current.hasBegun = true;
          this.#changed();
        });
      } catch (error) {
        outcome = { stop: "error", error: messageOf(error), cause: error };
        if (job.silent !== true) this.#emit({ type: "error", message: messageOf(error) });
      }
      this.#current = undefined;
      // A listener of `done` may add a job, which starts anew.
      last = this.#waiting.length === 0;
      if (last) this.#draining = undefined;
      if (job.silent !== true) this.#emit({ type: "done" });
      job.settle(outcome);
    }
  }
}
