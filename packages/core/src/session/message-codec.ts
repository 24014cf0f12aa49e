import type {
  AssistantMessage,
  ImageBlock,
  Message,
  TextBlock,
  ToolCallBlock,
  ToolResultBlock,
} from "@zot/providers";
import { isObject, type PlainObject } from "../plain-object.js";

// The Go zot writes blocks without a `type` and tells them apart by their fields; a call's arguments
// are `arguments`, and reasoning is a `summary`. Both programs can read what either writes.

type Block = Message["content"][number];

/** Any of these makes a block reasoning. */
const REASONING = ["summary", "encrypted_content", "reasoning_id"] as const;

export function encodeMessage(message: Message): PlainObject {
  return { ...message, content: (message.content as Block[]).map(encodeBlock) };
}

function encodeBlock(block: Block): PlainObject {
  switch (block.type) {
    case "tool_call": {
      const { args, ...rest } = block;
      return { ...rest, arguments: args };
    }
    case "reasoning": {
      const { text, ...rest } = block;
      return { ...rest, summary: text };
    }
    default:
      return { ...block };
  }
}

export function encodeResult(result: ToolResultBlock): PlainObject {
  return { ...result };
}

/** The message, or what is wrong with it. One without content says nothing: it is neither. */
export function decodeMessage(raw: unknown): { message?: Message; problem?: string } {
  if (!isObject(raw)) return { problem: "a message record without a message" };
  const content = raw.content ?? [];
  if (!Array.isArray(content)) return { problem: "a message whose content is not a list" };
  const { role } = raw;
  if (role !== "user" && role !== "assistant" && role !== "tool") {
    return { problem: `a message with the unknown role ${JSON.stringify(role)}` };
  }
  const blocks: Block[] = [];
  for (const item of content) {
    const block = role === "assistant" ? decodeAnswer(item) : decodeBlock(item);
    if (block === undefined || !fits(role, block)) {
      return { problem: `a block that an ${role} message can't hold` };
    }
    blocks.push(block);
  }
  if (blocks.length === 0) return {};
  const time = typeof raw.time === "string" ? raw.time : new Date(0).toISOString();
  return { message: { ...raw, role, content: blocks, time } as unknown as Message };
}

function fits(role: Message["role"], { type }: Block): boolean {
  if (role === "tool") return type === "tool_result";
  if (role === "user") return type === "text" || type === "image";
  return type === "text" || type === "reasoning" || type === "tool_call";
}

/**
 * The Go zot's answers may hold images that the model made, and calls that the provider ran itself. No
 * provider here takes either back: the model reads that they were there, and the file keeps them.
 */
function decodeAnswer(raw: unknown): Block | undefined {
  const block = decodeBlock(raw);
  if (block?.type === "image") return { ...block, type: "text", text: "(an image that you made)" };
  if (block?.type === "tool_call" && isObject(raw) && raw.server === true) {
    return { ...raw, type: "text", text: `(a call of ${block.name}, which the provider ran)` };
  }
  return block;
}

function decodeBlock(raw: unknown): Block | undefined {
  if (!isObject(raw)) return undefined;
  if (isString(raw.call_id)) return decodeResult(raw);
  if (isString(raw.id) && isString(raw.name)) return decodeCall(raw);
  if (raw.type === "reasoning" || REASONING.some((field) => isString(raw[field]))) {
    const { summary, ...rest } = raw;
    const text = isString(summary) ? summary : isString(raw.text) ? raw.text : "";
    return { ...rest, type: "reasoning", text };
  }
  return decodeContent(raw);
}

function decodeContent(raw: unknown): TextBlock | ImageBlock | undefined {
  if (!isObject(raw)) return undefined;
  if (isString(raw.mime_type) && isString(raw.data)) {
    return { ...raw, type: "image", mime_type: raw.mime_type, data: raw.data };
  }
  if (raw.type !== undefined && raw.type !== "text") return undefined;
  return { ...raw, type: "text", text: isString(raw.text) ? raw.text : "" };
}

function decodeCall(raw: PlainObject): AssistantMessage["content"][number] {
  const { arguments: args, args: ours, ...rest } = raw;
  const given = args ?? ours;
  return { ...rest, type: "tool_call", args: isObject(given) ? given : {} } as ToolCallBlock;
}

export function decodeResult(raw: unknown): ToolResultBlock | undefined {
  if (!isObject(raw) || !isString(raw.call_id)) return undefined;
  const content = (Array.isArray(raw.content) ? raw.content : [])
    .map(decodeContent)
    .filter((block) => block !== undefined);
  return {
    ...raw,
    type: "tool_result",
    call_id: raw.call_id,
    is_error: raw.is_error === true,
    content,
  };
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}
