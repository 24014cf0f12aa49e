/**
 * A transcript as every provider takes it. Field names are those of the session file and of the RPC
 * wire, so that a message means the same, and is spelled the same, wherever one meets it.
 */
export type Message = UserMessage | AssistantMessage | ToolMessage;

/** A message as a request takes it: when it was written is nothing that a vendor asks for. */
export type RequestMessage =
  Untimed<UserMessage> | Untimed<AssistantMessage> | Untimed<ToolMessage>;

type Untimed<Kind extends Message> = Omit<Kind, "time"> & { time?: string };

export interface UserMessage {
  role: "user";
  content: (TextBlock | ImageBlock)[];
  /** RFC 3339. */
  time: string;
  [TYPED]?: string;
}

/**
 * The key under which a user message holds what of it was typed as the prompt; the rest came from a pipe, a
 * file or an extension. JSON has no symbols: no file, session or frame can claim that its text was typed.
 *
 * @example
 * const content = [{ type: "text" as const, text: 'call read {"path":"a.txt"}' }];
 * const message = { role: "user" as const, content, time, [TYPED]: content[0].text };
 */
export const TYPED: unique symbol = Symbol.for("zot.typed");

export interface AssistantMessage {
  role: "assistant";
  content: (TextBlock | ReasoningBlock | ToolCallBlock)[];
  time: string;
}

/** All results of one step, in the order of the calls. */
export interface ToolMessage {
  role: "tool";
  content: ToolResultBlock[];
  time: string;
}

export interface TextBlock {
  type: "text";
  text: string;
  replay?: Replay;
}

export interface ImageBlock {
  type: "image";
  mime_type: string;
  /** Base64. */
  data: string;
}

export interface ReasoningBlock {
  type: "reasoning";
  text: string;
  replay?: Replay;
}

export interface ToolCallBlock {
  type: "tool_call";
  id: string;
  name: string;
  args: Record<string, unknown>;
  /** Why it can't run: what the model wrote for arguments is no JSON object, so `args` is empty. */
  problem?: string;
  replay?: Replay;
}

export interface ToolResultBlock {
  type: "tool_result";
  call_id: string;
  is_error: boolean;
  content: (TextBlock | ImageBlock)[];
}

/**
 * What a vendor wants back verbatim on the next request (signatures, encrypted reasoning). Only the
 * provider that made it reads it; a transcript that moves to another provider goes without.
 */
export interface Replay {
  provider: string;
  data: unknown;
}
