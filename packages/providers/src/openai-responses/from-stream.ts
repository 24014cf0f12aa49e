import { ProviderError } from "../errors.js";
import { readComplaint } from "../openai-chat/errors.js";
import type { AnswerBuilder } from "../stream/answer-builder.js";
import type { StreamDecoder } from "../stream/read-events.js";
import { explainFailure } from "../wire/explain.js";
import { asCount, asObject, asString, parseEvent, type Json } from "../wire/json.js";
import type { ResponsesReplay } from "./to-request.js";

interface Event {
  type: string;
  output_index?: number;
  summary_index?: number;
  delta?: string;
  item?: Item;
  response?: {
    usage?: Json | null;
    error?: unknown;
    incomplete_details?: { reason?: string } | null;
  };
}

interface Item extends Json {
  type?: string;
  id?: string;
  call_id?: string;
  name?: string;
  arguments?: string;
  encrypted_content?: string | null;
  phase?: string | null;
}

/** Reads the events of a streamed response. */
export class ResponsesDecoder implements StreamDecoder {
  closed = false;
  readonly #answer: AnswerBuilder;
  readonly #provider: string;

  constructor(answer: AnswerBuilder, provider: string) {
    this.#answer = answer;
    this.#provider = provider;
  }

  read(data: string): void {
    // Some servers close with the older API's mark.
    if (data === "[DONE]") return;
    const event = parseEvent(this.#provider, data) as Event;
    const index = event.output_index ?? 0;
    switch (event.type) {
      case "response.output_text.delta":
      case "response.refusal.delta":
        this.#answer.text(event.delta ?? "");
        break;
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        this.#answer.reasoning(event.delta ?? "");
        break;
      case "response.reasoning_summary_part.added":
        if ((event.summary_index ?? 0) > 0) this.#answer.reasoning("\n\n");
        break;
      case "response.function_call_arguments.delta":
        this.#answer.callArgs(index, event.delta ?? "");
        break;
      case "response.output_item.added":
        this.#begin(index, event.item ?? {});
        break;
      case "response.output_item.done":
        this.#end(index, event.item ?? {});
        break;
      case "response.completed":
        this.#stop(event, "end");
        break;
      case "response.incomplete":
        this.#cut(event);
        break;
      case "response.failed":
        this.#countUsage(event.response?.usage);
        throw this.#failed({ error: event.response?.error });
      case "error":
        throw this.#failed(event as { error?: unknown });
    }
  }

  #begin(index: number, item: Item): void {
    if (item.type === "function_call") {
      this.#answer.startCall(index, item.call_id ?? item.id ?? "", item.name ?? "");
    }
  }

  #end(index: number, item: Item): void {
    switch (item.type) {
      case "function_call": {
        const replay: ResponsesReplay = item.id === undefined ? {} : { id: item.id };
        this.#answer.endCall(index, { args: item.arguments ?? "", replay });
        break;
      }
      case "message":
        this.#answer.endText(
          item.phase ? ({ phase: item.phase } satisfies ResponsesReplay) : undefined,
        );
        break;
      case "reasoning":
        // Without its encrypted content the vendor can't make use of it again.
        this.#answer.endReasoning(
          item.encrypted_content
            ? ({ item: stripStatus(item) } satisfies ResponsesReplay)
            : undefined,
        );
        break;
    }
  }

  #stop(event: Event, reason: "end" | "length"): void {
    this.#countUsage(event.response?.usage);
    this.#answer.stop(reason);
    this.closed = true;
  }

  #cut(event: Event): void {
    const reason = event.response?.incomplete_details?.reason;
    if (reason !== "content_filter") {
      this.#stop(event, "length");
      return;
    }
    const provider = this.#provider;
    const message = `${provider}: the answer was withheld by a content filter; rephrase it, or use another model`;
    throw new ProviderError("bad_request", message, { provider });
  }

  #countUsage(usage: Json | null | undefined): void {
    if (!usage) return;
    const input = asObject(usage.input_tokens_details);
    const cached = asCount(input.cached_tokens);
    const written = asCount(input.cache_write_tokens);
    const { reasoning_tokens } = asObject(usage.output_tokens_details);
    this.#answer.usage({
      input: Math.max(0, asCount(usage.input_tokens) - cached - written),
      output: asCount(usage.output_tokens),
      cache_read: cached,
      cache_write: written,
      reasoning: typeof reasoning_tokens === "number" ? reasoning_tokens : null,
    });
  }

  #failed(json: { error?: unknown }): ProviderError {
    const complaint = readComplaint(json);
    const code =
      complaint.code ?? (asString(complaint.message) === undefined ? "server" : undefined);
    return explainFailure({ provider: this.#provider, complaint: { ...complaint, code } });
  }
}

/** Items come with a state that the API refuses to take back. */
function stripStatus(item: Item): Json {
  return Object.fromEntries(Object.entries(item).filter(([key]) => key !== "status"));
}
