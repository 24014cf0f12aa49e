import type { ModelClient, ModelRequest } from "../client.js";
import { ProviderError } from "../errors.js";
import type { AssistantMessage } from "../message.js";
import type { StreamEvent } from "../stream-event.js";
import { planAnswer } from "./plan.js";

/** The model for people without a key: deterministic, honest about what it is, no network. */
export class OfflineClient implements ModelClient {
  readonly provider = "offline";

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<StreamEvent> {
    const message: AssistantMessage = {
      role: "assistant",
      content: [],
      time: new Date().toISOString(),
    };
    const plan = planAnswer(request.messages);
    if (plan.text !== "") {
      const block = { type: "text" as const, text: "" };
      message.content.push(block);
      for (const delta of plan.text.match(/\S+\s*|\s+/g) ?? []) {
        await nextTick();
        if (signal.aborted) {
          yield abort(message);
          return;
        }
        block.text += delta;
        yield { type: "text_delta", delta };
      }
    }
    const step = request.messages.length;
    for (const [index, { name, args }] of plan.calls.entries()) {
      await nextTick();
      if (signal.aborted) {
        yield abort(message);
        return;
      }
      const id = `offline_${step}_${index + 1}`;
      yield { type: "tool_use_start", id, name };
      yield { type: "tool_use_args", id, delta: JSON.stringify(args) };
      yield { type: "tool_use_end", id };
      message.content.push({ type: "tool_call", id, name, args });
    }
    yield {
      type: "usage",
      usage: { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: null },
    };
    yield { type: "stop", reason: plan.calls.length > 0 ? "tool_use" : "end", message };
  }
}

function abort(message: AssistantMessage): StreamEvent {
  const error = new ProviderError("aborted", "the request was aborted", { provider: "offline" });
  return { type: "error", error, message };
}

/** Gives the reader a turn between two deltas, as a network would. */
function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
