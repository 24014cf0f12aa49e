import {
  ProviderError,
  type AssistantMessage,
  type ModelClient,
  type ModelRequest,
  type ProviderErrorCode,
  type StreamEvent,
  type Usage,
} from "@zot/providers";

export interface Line {
  text?: string;
  calls?: { name: string; args?: Record<string, unknown> }[];
  usage?: Partial<Usage>;
  stop?: "end" | "length";
  error?: ProviderErrorCode;
  /** Says its text, then waits for the abort. */
  hang?: boolean;
}

/** A model that says its lines one after the other, and keeps the requests. */
export class ScriptedClient implements ModelClient {
  readonly provider: string = "scripted";
  readonly requests: ModelRequest[] = [];
  readonly #lines: Line[];

  constructor(lines: Line[]) {
    this.#lines = [...lines];
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<StreamEvent> {
    this.requests.push({ ...request, messages: structuredClone(request.messages) });
    const line = this.#lines.shift() ?? { text: "(end of script)" };
    const message: AssistantMessage = {
      role: "assistant",
      content: [],
      time: "2026-01-01T00:00:00Z",
    };
    const usage: Usage = {
      input: 10,
      output: 2,
      cache_read: 0,
      cache_write: 0,
      reasoning: null,
      ...line.usage,
    };
    if (line.text !== undefined) {
      message.content.push({ type: "text", text: line.text });
      for (const delta of line.text.match(/\S+\s*|\s+/g) ?? []) {
        await new Promise((resolve) => setImmediate(resolve));
        yield { type: "text_delta", delta };
      }
    }
    if (line.hang === true) {
      if (!signal.aborted)
        await new Promise((done) => {
          signal.addEventListener("abort", done, { once: true });
        });
      const error = new ProviderError("aborted", "aborted", { provider: "scripted" });
      yield { type: "usage", usage };
      yield { type: "error", error, message };
      return;
    }
    if (line.error !== undefined) {
      const error = new ProviderError(line.error, `scripted ${line.error}`, {
        provider: "scripted",
        retryable: true,
      });
      yield { type: "error", error, message };
      return;
    }
    for (const [index, { name, args = {} }] of (line.calls ?? []).entries()) {
      const id = `call_${this.requests.length}_${index + 1}`;
      yield { type: "tool_use_start", id, name };
      yield { type: "tool_use_args", id, delta: JSON.stringify(args) };
      yield { type: "tool_use_end", id };
      message.content.push({ type: "tool_call", id, name, args });
    }
    yield { type: "usage", usage };
    const calls = line.calls !== undefined;
    yield { type: "stop", reason: calls ? "tool_use" : (line.stop ?? "end"), message };
  }
}
