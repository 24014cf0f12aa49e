import { ProviderError } from "../errors.js";
import type { AnswerBuilder } from "../stream/answer-builder.js";
import type { StreamDecoder } from "../stream/read-events.js";
import { explainFailure } from "../wire/explain.js";
import { asCount, asObject, parseEvent, type Json } from "../wire/json.js";
import { readComplaint } from "./errors.js";
import type { AnthropicReplay } from "./to-request.js";

interface Event {
  type: string;
  index?: number;
  delta?: {
    type?: string;
    text?: string;
    thinking?: string;
    signature?: string;
    partial_json?: string;
    stop_reason?: string | null;
  };
  content_block?: { type?: string; id?: string; name?: string; text?: string; data?: string };
  message?: { usage?: Json };
  usage?: Json;
}

/** Reads the events of a streamed message. */
export class AnthropicDecoder implements StreamDecoder {
  closed = false;
  readonly #answer: AnswerBuilder;
  readonly #provider: string;
  /** The kind of each open block, by its index. */
  readonly #blocks = new Map<number, string>();
  #signature = "";
  #usage: Json = {};
  #stopReason: string | undefined;

  constructor(answer: AnswerBuilder, provider: string) {
    this.#answer = answer;
    this.#provider = provider;
  }

  read(data: string): void {
    const event = parseEvent(this.#provider, data) as Event;
    switch (event.type) {
      case "content_block_delta":
        this.#delta(event.index ?? 0, event.delta ?? {});
        break;
      case "content_block_start":
        this.#start(event.index ?? 0, event.content_block ?? {});
        break;
      case "content_block_stop":
        this.#end(event.index ?? 0);
        break;
      case "message_start":
        this.#countUsage(event.message?.usage);
        break;
      case "message_delta":
        this.#stopReason = event.delta?.stop_reason ?? this.#stopReason;
        this.#countUsage(event.usage);
        break;
      case "message_stop":
        this.#stop();
        break;
      case "error":
        throw explainFailure({ provider: this.#provider, complaint: readComplaint(event) });
    }
  }

  #start(index: number, block: NonNullable<Event["content_block"]>): void {
    const type = block.type ?? "";
    this.#blocks.set(index, type);
    if (type === "tool_use") this.#answer.startCall(index, block.id ?? "", block.name ?? "");
    else if (type === "text") this.#answer.text(block.text ?? "");
    else if (type === "redacted_thinking") {
      this.#answer.endReasoning({ redacted: block.data ?? "" } satisfies AnthropicReplay);
    }
    this.#signature = "";
  }

  #delta(index: number, delta: NonNullable<Event["delta"]>): void {
    switch (delta.type) {
      case "text_delta":
        this.#answer.text(delta.text ?? "");
        break;
      case "input_json_delta":
        // Blocks of the vendor's own tools stream JSON too.
        if (this.#blocks.get(index) === "tool_use") {
          this.#answer.callArgs(index, delta.partial_json ?? "");
        }
        break;
      case "thinking_delta":
        this.#answer.reasoning(delta.thinking ?? "");
        break;
      case "signature_delta":
        this.#signature += delta.signature ?? "";
        break;
    }
  }

  #end(index: number): void {
    const type = this.#blocks.get(index);
    this.#blocks.delete(index);
    if (type === "tool_use") this.#answer.endCall(index);
    else if (type === "text") this.#answer.endText();
    else if (type === "thinking") {
      const replay: AnthropicReplay = { signature: this.#signature };
      this.#answer.endReasoning(this.#signature === "" ? undefined : replay);
    }
  }

  /** The numbers of a later event replace those of an earlier one, field by field. */
  #countUsage(usage: Json | undefined): void {
    const known = Object.entries(usage ?? {}).filter(([, value]) => value !== null);
    this.#usage = { ...this.#usage, ...Object.fromEntries(known) };
    const { output_tokens_details } = this.#usage;
    const { thinking_tokens } = asObject(output_tokens_details);
    this.#answer.usage({
      input: asCount(this.#usage.input_tokens),
      output: asCount(this.#usage.output_tokens),
      cache_read: asCount(this.#usage.cache_read_input_tokens),
      cache_write: asCount(this.#usage.cache_creation_input_tokens),
      reasoning: typeof thinking_tokens === "number" ? thinking_tokens : null,
    });
  }

  #stop(): void {
    const reason = this.#stopReason;
    if (reason === "refusal") throw this.#refused();
    const cut = reason === "max_tokens" || reason === "model_context_window_exceeded";
    this.#answer.stop(cut ? "length" : "end");
    this.closed = true;
  }

  #refused(): ProviderError {
    const provider = this.#provider;
    const message = `${provider}: the model declined to answer this; rephrase it, or use another model`;
    return new ProviderError("bad_request", message, { provider });
  }
}
