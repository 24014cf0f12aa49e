import type { Tool, ToolResult } from "@zot/core";
import {
  ProviderError,
  type AssistantMessage,
  type ModelClient,
  type ModelRequest,
  type StreamEvent,
} from "@zot/providers";

type Content = AssistantMessage["content"];

/** A model that says what a test makes it say, when the test makes it say so. */
export class PuppetModel implements ModelClient {
  readonly provider = "offline";
  #events: StreamEvent[] = [];
  #content: Content = [];
  #wake: () => void = () => undefined;
  #calls = 0;
  /** Whether a request waits for an answer. */
  isAsked = false;

  async *stream(_: ModelRequest, signal: AbortSignal): AsyncIterable<StreamEvent> {
    this.isAsked = true;
    this.#events = [];
    this.#content = [];
    const abort = () => {
      this.#wake();
    };
    signal.addEventListener("abort", abort);
    try {
      for (;;) {
        const event = this.#events.shift();
        if (signal.aborted) {
          const error = new ProviderError("aborted", "aborted", { provider: "offline" });
          yield { type: "error", error, message: this.#message() };
          return;
        }
        if (event === undefined) await this.#more();
        else yield event;
        if (event?.type === "stop") return;
      }
    } finally {
      this.isAsked = false;
      signal.removeEventListener("abort", abort);
    }
  }

  say(delta: string): void {
    this.#add("text", delta);
    this.#push({ type: "text_delta", delta });
  }

  think(delta: string): void {
    this.#add("reasoning", delta);
    this.#push({ type: "reasoning_delta", delta });
  }

  /** Calls a tool once the answer has ended. */
  call(name: string, args: Record<string, unknown>): void {
    this.#calls += 1;
    const id = `call_${this.#calls}`;
    this.#content.push({ type: "tool_call", id, name, args });
    this.#push({ type: "tool_use_start", id, name });
    this.#push({ type: "tool_use_end", id });
  }

  end(): void {
    const reason = this.#content.some(({ type }) => type === "tool_call") ? "tool_use" : "end";
    this.#push({ type: "stop", reason, message: this.#message() });
  }

  #message(): AssistantMessage {
    return { role: "assistant", content: this.#content, time: new Date().toISOString() };
  }

  #add(type: "text" | "reasoning", delta: string): void {
    const last = this.#content.at(-1);
    if (last?.type === type) last.text += delta;
    else this.#content.push({ type, text: delta });
  }

  #push(event: StreamEvent): void {
    this.#events.push(event);
    this.#wake();
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** A tool that works as long as a test wants, and says what the test makes it say. */
export class PuppetTool implements Tool {
  readonly name = "bash";
  readonly description = "Does what a test wants.";
  readonly schema = { type: "object" };
  #running: { progress(text: string): void; finish(result: ToolResult): void } | undefined;

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  run: Tool["run"] = (_, { signal, progress }) =>
    new Promise<ToolResult>((resolve) => {
      const abort = () => {
        finish({ content: [{ type: "text", text: "aborted" }], is_error: true });
      };
      const finish = (result: ToolResult) => {
        this.#running = undefined;
        signal.removeEventListener("abort", abort);
        resolve(result);
      };
      this.#running = { progress, finish };
      signal.addEventListener("abort", abort);
    });

  progress(text: string): void {
    this.#running?.progress(text);
  }

  finish(result: ToolResult): void {
    this.#running?.finish(result);
  }
}
