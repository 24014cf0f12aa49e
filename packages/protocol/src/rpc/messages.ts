import * as z from "zod";
import { textBlock } from "../content.js";
import { jsonObject, record } from "../frame.js";

/** An image in a transcript dump is reported by its size, not by its data. */
export const imageCountBlock = record({
  type: z.literal("image"),
  mime_type: z.string(),
  bytes: z.number().int(),
});

export const toolCallBlock = record({
  type: z.literal("tool_call"),
  id: z.string(),
  name: z.string(),
  args: jsonObject,
});

const resultBlock = z.discriminatedUnion("type", [textBlock, imageCountBlock]);

export const toolResultBlock = record({
  type: z.literal("tool_result"),
  call_id: z.string(),
  is_error: z.boolean(),
  content: z.array(resultBlock),
});

export const messageBlock = z.discriminatedUnion("type", [
  textBlock,
  imageCountBlock,
  toolCallBlock,
  toolResultBlock,
]);

export const rpcMessage = record({
  role: z.enum(["user", "assistant", "tool"]),
  content: z.array(messageBlock),
  time: z.string().describe("RFC 3339"),
});

export type RpcMessageBlock = z.infer<typeof messageBlock>;
export type RpcMessage = z.infer<typeof rpcMessage>;
