import { ProviderError } from "../errors.js";
import type { AnswerBuilder } from "../stream/answer-builder.js";
import type { StreamDecoder } from "../stream/read-events.js";
import { explainFailure } from "../wire/explain.js";
import { asCount, asObject, parseEvent, type Json } from "../wire/json.js";
import { readComplaint } from "./errors.js";
import type { ChatReplay } from "./to-request.js";

interface Chunk {
  choices?: {
    delta?: {
      content?: string | null;
      refusal?: string | null;
      reasoning_content?: string | null;
      reasoning?: string | null;
      tool_calls?: ToolCallDelta[] | null;
    } | null;
    finish_reason?: string | null;
    usage?: Json | null;
  }[];
  usage?: Json | null;
  error?: unknown;
}

interface ToolCallDelta {
  index?: number;
  id?: string | null;
  /** Text by the book; some servers send the object itself. */
  function?: { name?: string | null; arguments?: string | object | null } | null;
}

/** Reads the chunks of a streamed completion. */
export class ChatDecoder implements StreamDecoder {
  closed = false;
  readonly #answer: AnswerBuilder;
  readonly #provider: string;
  /** The call that each index stands for now, and its id. */
  readonly #calls = new Map<number, { key: number; id: string }>();
  #callCount = 0;
  #reasoningField: ChatReplay["field"] | undefined;
  #finish: string | undefined;

  constructor(answer: AnswerBuilder, provider: string) {
    this.#answer = answer;
    this.#provider = provider;
  }

  read(data: string): void {
    if (data === "[DONE]") {
      this.#stop();
      return;
    }
    const chunk = parseEvent(this.#provider, data) as Chunk;
    if (chunk.error !== undefined && chunk.error !== null) {
      throw explainFailure({ provider: this.#provider, complaint: readComplaint(chunk) });
    }
    const choice = chunk.choices?.[0];
    if (choice?.delta) this.#delta(choice.delta);
    if (choice?.finish_reason) this.#finish = choice.finish_reason;
    const usage = chunk.usage ?? choice?.usage;
    if (usage) this.#countUsage(usage);
  }

  /** Many a server never sends the mark: one that has given its reason to finish has said it all. */
  end(): void {
    if (!this.closed && this.#finish !== undefined) this.#stop();
  }

  #delta(delta: NonNullable<NonNullable<Chunk["choices"]>[number]["delta"]>): void {
    const { content, refusal, reasoning_content, reasoning, tool_calls } = delta;
    const thought = reasoning_content ?? reasoning;
    if (thought) {
      this.#reasoningField = reasoning_content ? "reasoning_content" : "reasoning";
      this.#answer.reasoning(thought);
    }
    if (content || refusal) {
      this.#endReasoning();
      this.#answer.text(content ?? refusal ?? "");
    }
    if (tool_calls) {
      this.#endReasoning();
      for (const call of tool_calls) this.#callDelta(call);
    }
  }

  #callDelta({ index = 0, id, function: called }: ToolCallDelta): void {
    let call = this.#calls.get(index);
    // Some servers give every call the index 0 and tell them apart by id.
    if (call === undefined || (id && called?.name && id !== call.id)) {
      this.#callCount += 1;
      call = {
        key: this.#callCount,
        id: id ?? `call_${Date.now().toString(36)}_${this.#callCount}`,
      };
      this.#calls.set(index, call);
      this.#answer.startCall(call.key, call.id, called?.name ?? "");
    }
    const args = called?.arguments ?? "";
    this.#answer.callArgs(call.key, typeof args === "string" ? args : JSON.stringify(args));
  }

  #endReasoning(): void {
    if (this.#reasoningField === undefined) return;
    this.#answer.endReasoning({ field: this.#reasoningField } satisfies ChatReplay);
    this.#reasoningField = undefined;
  }

  #countUsage(usage: Json): void {
    const prompt = asObject(usage.prompt_tokens_details);
    const completion = asObject(usage.completion_tokens_details);
    // The vendors have three names for it.
    const cached = asCount(
      prompt.cached_tokens ?? usage.cached_tokens ?? usage.prompt_cache_hit_tokens,
    );
    const written = asCount(prompt.cache_write_tokens);
    const { reasoning_tokens } = completion;
    this.#answer.usage({
      input: Math.max(0, asCount(usage.prompt_tokens) - cached - written),
      output: asCount(usage.completion_tokens),
      cache_read: cached,
      cache_write: written,
      reasoning: typeof reasoning_tokens === "number" ? reasoning_tokens : null,
    });
  }

  #stop(): void {
    this.#endReasoning();
    if (this.#finish === "content_filter") throw this.#filtered();
    for (const key of this.#answer.openCalls()) this.#answer.endCall(key);
    this.#answer.stop(this.#finish === "length" ? "length" : "end");
    this.closed = true;
  }

  #filtered(): ProviderError {
    const provider = this.#provider;
    const message = `${provider}: the answer was withheld by a content filter; rephrase it, or use another model`;
    return new ProviderError("bad_request", message, { provider });
  }
}
