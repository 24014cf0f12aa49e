import type { ImageBlock, RequestMessage, TextBlock, ToolCallBlock } from "../message.js";
import { pairCalls, replayFor, sortTools } from "../wire/transcript.js";
import type { WireRequest } from "../wire/wire.js";
import { askForThinking, thinksWithinBudget } from "./thinking.js";

/** The API demands a limit; this one suits every model that the catalog doesn't know. */
const UNKNOWN_MODEL_LIMIT = 16_384;
const MARK = { cache_control: { type: "ephemeral" } };

/** What an assistant's reasoning must bring along when it is sent back. */
export interface AnthropicReplay {
  signature?: string;
  redacted?: string;
}

interface WireMessage {
  role: "user" | "assistant";
  content: Record<string, unknown>[];
}

export function toRequest(request: WireRequest): unknown {
  const { model, system, known } = request;
  const limit = known?.max_output ?? UNKNOWN_MODEL_LIMIT;
  const max_tokens = Math.min(request.max_output ?? limit, known?.max_output ?? Infinity);
  const tools = sortTools(request.tools).map(({ name, description, schema }) => ({
    name,
    description,
    input_schema: schema,
  }));
  return {
    model,
    ...askForThinking(request, max_tokens),
    stream: true,
    ...(system ? { system: [{ type: "text", text: system, ...MARK }] } : {}),
    ...(tools.length > 0 ? { tools: markLast(tools) } : {}),
    messages: markMessages(toMessages(request.messages, request.provider)),
  };
}

/** Thinking between tool calls is built into adaptive models, and opt-in before them. */
export function needsInterleavedBeta({ model, reasoning, tools }: WireRequest): boolean {
  return reasoning !== undefined && (tools?.length ?? 0) > 0 && thinksWithinBudget(model);
}

function toMessages(messages: readonly RequestMessage[], provider: string): WireMessage[] {
  const wire: WireMessage[] = [];
  for (const message of pairCalls(messages)) {
    const role = message.role === "assistant" ? "assistant" : "user";
    const content = toContent(message, provider);
    if (content.length === 0) continue;
    const last = wire.at(-1);
    // Results and what the user typed meanwhile belong into one message, results first.
    if (last?.role === role) last.content.push(...content);
    else wire.push({ role, content });
  }
  return wire;
}

function toContent(message: RequestMessage, provider: string): Record<string, unknown>[] {
  switch (message.role) {
    case "user":
      return message.content.flatMap(toInput);
    case "tool":
      return message.content.map(({ call_id, is_error, content }) => ({
        type: "tool_result",
        tool_use_id: safeId(call_id),
        content: content.flatMap(toInput),
        ...(is_error ? { is_error } : {}),
      }));
    case "assistant":
      return message.content.flatMap((block) => {
        switch (block.type) {
          case "text":
            return toInput(block);
          case "tool_call":
            return [toToolUse(block)];
          case "reasoning":
            return toThinking(
              block.text,
              replayFor(block, provider) as AnthropicReplay | undefined,
            );
        }
      });
  }
}

/** Empty text is refused by the API. */
function toInput(block: TextBlock | ImageBlock): Record<string, unknown>[] {
  if (block.type === "text") {
    return block.text.trim() === "" ? [] : [{ type: "text", text: block.text }];
  }
  const source = { type: "base64", media_type: block.mime_type, data: block.data };
  return [{ type: "image", source }];
}

function toToolUse({ id, name, args }: ToolCallBlock): Record<string, unknown> {
  return { type: "tool_use", id: safeId(id), name, input: args };
}

/** Reasoning without its signature is refused, so another provider's is left out. */
function toThinking(
  thinking: string,
  replay: AnthropicReplay | undefined,
): Record<string, unknown>[] {
  if (replay?.redacted !== undefined) {
    return [{ type: "redacted_thinking", data: replay.redacted }];
  }
  if (replay?.signature === undefined) return [];
  return [{ type: "thinking", thinking, signature: replay.signature }];
}

/** Other vendors' ids may hold characters that this API refuses. */
function safeId(id: string): string {
  return id.replace(/[^\w-]/g, "_");
}

/** The last two user messages: the one that will be read from the cache next time, and the one before. */
function markMessages(messages: WireMessage[]): WireMessage[] {
  const marked = messages.filter(({ role }) => role === "user").slice(-2);
  for (const message of marked) message.content = markLast(message.content);
  return messages;
}

function markLast<T extends object>(blocks: T[]): T[] {
  return blocks.map((block, index) =>
    index === blocks.length - 1 ? { ...block, ...MARK } : block,
  );
}
