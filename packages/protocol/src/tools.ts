import * as z from "zod";
import { foreignBlock } from "./content.js";
import { frame, id, jsonObject } from "./frame.js";

/** Extension → host. Extensions in the field leave `schema` out: that means "any object". */
export const registerTool = frame("register_tool", {
  name: z.string().min(1),
  description: z.string().optional(),
  schema: jsonObject.optional().describe("a JSON Schema object"),
  interactive: z
    .boolean()
    .optional()
    .describe("no reply deadline; refused in modes without a user"),
});

/** Host → extension: the model wants the tool run. */
export const toolCall = frame("tool_call", {
  id,
  name: z.string(),
  args: jsonObject.describe("the object that the model produced"),
});

/** Host → extension, only to those that declared `tool_cancel`: nobody waits for this call any more. */
export const toolCancel = frame("tool_cancel", { id });

/** Extension → host, in answer to `tool_call`. */
export const toolResultFromExtension = frame("tool_result", {
  id,
  content: z.array(foreignBlock).optional(),
  is_error: z.boolean().optional(),
});

/** Extension → host: run one of the active tools, through guards and confirmation. */
export const callTool = frame("call_tool", {
  id,
  name: z.string().min(1),
  args: jsonObject.optional(),
  parent_id: z.string().optional().describe("the `tool_call` that this is part of"),
});

/** Extension → host: the caller no longer wants the answer. */
export const callToolCancel = frame("call_tool_cancel", { id });

/** Host → extension, in answer to `call_tool`. */
export const toolResultFromHost = frame("tool_result", {
  id,
  name: z.string(),
  content: z.array(foreignBlock),
  is_error: z.boolean().optional(),
  truncated: z.boolean().optional(),
});

export type RegisterTool = z.infer<typeof registerTool>;
export type ToolCall = z.infer<typeof toolCall>;
export type ToolCancel = z.infer<typeof toolCancel>;
export type ToolResultFromExtension = z.infer<typeof toolResultFromExtension>;
export type CallTool = z.infer<typeof callTool>;
export type CallToolCancel = z.infer<typeof callToolCancel>;
export type ToolResultFromHost = z.infer<typeof toolResultFromHost>;
