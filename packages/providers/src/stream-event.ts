import type { ProviderError } from "./errors.js";
import type { AssistantMessage } from "./message.js";

/**
 * What a model says, piece by piece. A stream ends in exactly one `stop` or one `error`, and in
 * nothing else; it never throws.
 */
export type StreamEvent =
  | { type: "text_delta"; delta: string }
  | { type: "reasoning_delta"; delta: string }
  | { type: "tool_use_start"; id: string; name: string }
  | { type: "tool_use_args"; id: string; delta: string }
  | { type: "tool_use_end"; id: string }
  | { type: "usage"; usage: Usage }
  /** A request failed before anything was said and is sent again after the delay. */
  | { type: "retry"; attempt: number; delay_ms: number; reason: string }
  | { type: "stop"; reason: "end" | "tool_use" | "length"; message: AssistantMessage }
  /** `message` holds what had arrived: whole blocks and partial text, never half a tool call. */
  | { type: "error"; error: ProviderError; message: AssistantMessage };

/** Tokens of one request; `input` is without the cached ones. */
export interface Usage {
  input: number;
  output: number;
  cache_read: number;
  cache_write: number;
  /** The part of `output` that was reasoning; null where the vendor doesn't tell. */
  reasoning: number | null;
}
