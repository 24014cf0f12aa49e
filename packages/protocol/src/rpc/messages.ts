import * as z from "zod";
import { textBlock } from "../content.js";
import { jsonObject, record } from "../frame.js";

/**
 * An image in a transcript dump is reported by its size, not by its data.
 *
 * @example
 * imageCountBlock.parse({ type: "image", mime_type: "image/png", bytes: 2048 });
 */
export const imageCountBlock = record({
  type: z.literal("image"),
  mime_type: z.string().describe("such as `image/png`"),
  bytes: z.number().int().describe("its size; the data itself is not sent"),
}).describe("An image.");

/**
 * A call that the model made.
 *
 * @example
 * toolCallBlock.parse({ type: "tool_call", id: "7", name: "weather", args: { city: "Berlin" } });
 */
export const toolCallBlock = record({
  type: z.literal("tool_call"),
  id: z.string().describe("the call"),
  name: z.string().describe("the tool"),
  args: jsonObject.describe("what the model passed"),
}).describe("A call that the model made.");

const resultBlock = z.discriminatedUnion("type", [textBlock, imageCountBlock]);

/**
 * What came of a call.
 *
 * @example
 * toolResultBlock.parse({ type: "tool_result", call_id: "7", is_error: false, content: [] });
 */
export const toolResultBlock = record({
  type: z.literal("tool_result"),
  call_id: z.string().describe("the call"),
  is_error: z.boolean().describe("the tool failed, or was refused"),
  content: z.array(resultBlock).describe("`text` and `image` blocks"),
}).describe("What came of a call.");

/**
 * Any block of a message.
 *
 * @example
 * messageBlock.parse({ type: "text", text: "hello" }).type; // "text"
 */
export const messageBlock = z.discriminatedUnion("type", [
  textBlock,
  imageCountBlock,
  toolCallBlock,
  toolResultBlock,
]);

/**
 * One message of the transcript.
 *
 * @example
 * rpcMessage.parse({ role: "user", content: [{ type: "text", text: "hi" }], time: "2026-01-02T03:04:05Z" });
 */
export const rpcMessage = record({
  role: z.enum(["user", "assistant", "tool"]).describe("who said it"),
  content: z.array(messageBlock).describe("message blocks"),
  time: z.string().describe("RFC 3339"),
}).describe("One message of the transcript.");

export type RpcMessageBlock = z.infer<typeof messageBlock>;

export type RpcMessage = z.infer<typeof rpcMessage>;
