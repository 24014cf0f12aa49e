import type { RequestMessage } from "./message.js";
import type { StreamEvent } from "./stream-event.js";

/** A connection to one provider. It holds no transcript: each request carries the whole of it. */
export interface ModelClient {
  readonly provider: string;
  /**
   * Sends one request. Events come as the vendor streams them. Aborting the signal closes the
   * connection at once; the stream then ends in an `error` with the code `aborted`.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<StreamEvent>;
}

export interface ModelRequest {
  /** The model's id, as the vendor spells it. */
  model: string;
  system?: string;
  messages: readonly RequestMessage[];
  tools?: readonly ToolDefinition[];
  reasoning?: ReasoningLevel;
  /** The most tokens that the answer may have. */
  max_output?: number;
}

export interface ToolDefinition {
  name: string;
  description: string;
  /** A JSON Schema object. */
  schema: Record<string, unknown>;
}

export const REASONING_LEVELS = ["low", "medium", "high"] as const;
export type ReasoningLevel = (typeof REASONING_LEVELS)[number];
