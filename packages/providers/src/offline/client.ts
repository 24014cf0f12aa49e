import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { ModelClient, ModelRequest } from "../client.js";
import { aborted, ProviderError } from "../errors.js";
import type { StreamEvent } from "../stream-event.js";
import { AnswerBuilder } from "../stream/answer-builder.js";
import { UNREAD_LIMIT, type EventQueue } from "../stream/event-queue.js";
import { streamAnswer } from "../stream/stream-answer.js";
import { ScriptPlayer, type ScriptSource } from "./find-script.js";
import { planAnswer } from "./plan.js";
import type { Part } from "./script.js";
import { countUsage } from "./usage.js";

const provider = "offline";

/** The model for people without a key: deterministic, honest about what it is, no network. */
export class OfflineClient implements ModelClient {
  readonly provider = provider;
  readonly #player: ScriptPlayer;

  constructor(source: ScriptSource) {
    this.#player = new ScriptPlayer(source);
  }

  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<StreamEvent> {
    return streamAnswer(signal, (queue, stop) => this.#answer(request, queue, stop));
  }

  async #answer(
    request: ModelRequest,
    queue: EventQueue<StreamEvent>,
    signal: AbortSignal,
  ): Promise<void> {
    const answer = new AnswerBuilder(provider, queue);
    try {
      const parts = this.#player.next(request.messages) ?? planAnswer(request);
      const performance = new Performance(request, answer, queue, signal);
      for (const part of parts) await performance.play(part);
      performance.finish();
    } catch (thrown) {
      answer.fail(signal.aborted ? aborted(provider) : asProviderError(thrown));
    }
  }
}

/** Plays the parts of one answer. */
class Performance {
  readonly #request: ModelRequest;
  readonly #answer: AnswerBuilder;
  readonly #queue: EventQueue<StreamEvent>;
  readonly #signal: AbortSignal;
  #calls = 0;
  #retries = 0;
  #usage: Part["usage"];
  #stop: "end" | "length" = "end";

  constructor(
    request: ModelRequest,
    answer: AnswerBuilder,
    queue: EventQueue<StreamEvent>,
    signal: AbortSignal,
  ) {
    this.#request = request;
    this.#answer = answer;
    this.#queue = queue;
    this.#signal = signal;
  }

  async play(part: Part): Promise<void> {
    const { delay_ms, retry, reasoning, text, call, args = {}, usage, error, stop } = part;
    if (delay_ms !== undefined) await this.#pause(delay_ms);
    if (retry !== undefined) await this.#retry(retry);
    if (reasoning !== undefined) {
      await this.#say(reasoning, part, (delta) => {
        this.#answer.reasoning(delta);
      });
      this.#answer.endReasoning();
    }
    if (text !== undefined) {
      await this.#say(text, part, (delta) => {
        this.#answer.text(delta);
      });
    }
    if (call !== undefined) await this.#call(call, args);
    if (usage !== undefined) this.#usage = { ...this.#usage, ...usage };
    if (error !== undefined) {
      // A request that fails before anything was said was not counted by any vendor.
      if (this.#answer.message.content.length > 0) this.#countUsage();
      const { code = "server", message = "the script asked for an error", retryable } = error;
      throw new ProviderError(code, message, { provider, retryable: retryable ?? false });
    }
    if (stop !== undefined) this.#stop = stop;
  }

  finish(): void {
    this.#countUsage();
    this.#answer.stop(this.#stop);
  }

  #countUsage(): void {
    const counted = countUsage(this.#request, this.#answer.message);
    this.#answer.usage({ ...counted, ...this.#usage });
  }

  async #say(
    text: string,
    { repeat, delta_ms }: Pick<Part, "repeat" | "delta_ms">,
    say: (delta: string) => void,
  ): Promise<void> {
    const deltas =
      repeat === undefined
        ? (text.match(/\S+\s*|\s+/g) ?? [])
        : Array.from({ length: repeat }, () => text);
    for (const delta of deltas) {
      await this.#pause(delta_ms ?? 0);
      say(delta);
    }
  }

  async #call(name: string, args: Record<string, unknown>): Promise<void> {
    this.#calls += 1;
    const key = this.#calls;
    await this.#pause(0);
    this.#answer.startCall(key, `offline_${this.#request.messages.length}_${key}`, name);
    for (const delta of JSON.stringify(args).match(/.{1,64}/gsu) ?? []) {
      await this.#pause(0);
      this.#answer.callArgs(key, delta);
    }
    this.#answer.endCall(key);
  }

  async #retry({ delay_ms = 0, reason = "the script asked for it" }: NonNullable<Part["retry"]>) {
    this.#retries += 1;
    this.#queue.push({ type: "retry", attempt: this.#retries, delay_ms, reason });
    await this.#pause(delay_ms);
  }

  /** Even without a wait, the reader gets a turn between two deltas, as with a network. */
  async #pause(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await delay(milliseconds, undefined, { signal: this.#signal });
    else await nextTurn();
    if (this.#queue.length > UNREAD_LIMIT) await this.#untilRead();
    this.#signal.throwIfAborted();
  }

  #untilRead(): Promise<void> {
    return new Promise((resolve) => {
      const goOn = () => {
        this.#queue.onEmpty = undefined;
        this.#signal.removeEventListener("abort", goOn);
        resolve();
      };
      this.#queue.onEmpty = goOn;
      this.#signal.addEventListener("abort", goOn);
    });
  }
}

function asProviderError(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const message = `the script can't be played: ${(thrown as Error).message}`;
  return new ProviderError("bad_request", message, { provider, cause: thrown });
}
