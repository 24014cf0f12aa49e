import * as z from "zod";
import { foreignBlock } from "./content.js";
import { frame, id, jsonObject } from "./frame.js";

/**
 * Extension → host. Extensions in the field leave `schema` out: that reads as an empty object schema.
 *
 * @example
 * registerTool.parse({ type: "register_tool", name: "weather", schema: { type: "object" } });
 */
export const registerTool = frame("register_tool", {
  name: z.string().min(1).describe("what the model calls it by"),
  description: z.string().optional().describe("what the model reads about it"),
  schema: jsonObject
    .default(() => ({ type: "object", properties: {} }))
    .describe("a JSON Schema object for the arguments"),
  interactive: z
    .boolean()
    .optional()
    .describe("true: no reply deadline, and refused in modes without a user"),
}).describe("Adds a tool for the model.");

/**
 * Host → extension: the model wants the tool run.
 *
 * @example
 * toolCall.parse({ type: "tool_call", id: "7", name: "weather", args: { city: "Berlin" } });
 */
export const toolCall = frame("tool_call", {
  id: id.describe("echo it in `tool_result`"),
  name: z.string().describe("as registered"),
  args: jsonObject.describe("the object that the model produced; not checked against the schema"),
}).describe("The model calls one of the extension's tools.");

/**
 * Host → extension, only to those that declared `tool_cancel`: nobody waits for this call any more.
 *
 * @example
 * toolCancel.parse({ type: "tool_cancel", id: "7" });
 */
export const toolCancel = frame("tool_cancel", {
  id: id.describe("that of the `tool_call`"),
}).describe(
  "A call was aborted or timed out. Sent only to those that declared the capability `tool_cancel`.",
);

/**
 * Extension → host, in answer to `tool_call`.
 *
 * @example
 * toolResultFromExtension.parse({ type: "tool_result", id: "7", content: [{ type: "text", text: "fog" }] });
 */
export const toolResultFromExtension = frame("tool_result", {
  id: id.describe("that of the `tool_call`"),
  content: z
    .array(foreignBlock)
    .default(() => [])
    .describe("content blocks"),
  is_error: z.boolean().optional().describe("true: the model reads the content as a failure"),
}).describe("The answer to `tool_call`.");

/**
 * Extension → host: run one of the active tools, through guards and confirmation.
 *
 * @example
 * callTool.parse({ type: "call_tool", id: "a", name: "read", args: { path: "README.md" } });
 */
export const callTool = frame("call_tool", {
  id: id.describe("the extension's own; the host echoes it in `tool_result`"),
  name: z.string().min(1).describe("an active tool, built in or another extension's"),
  args: jsonObject.default(() => ({})).describe("its arguments"),
  parent_id: z.string().optional().describe("the `tool_call` that this call is a part of"),
}).describe(
  "Asks the host to run an active tool, through guards and confirmation. Needs the capability `call_tool`.",
);

/**
 * Extension → host: the caller no longer wants the answer.
 *
 * @example
 * callToolCancel.parse({ type: "call_tool_cancel", id: "a" });
 */
export const callToolCancel = frame("call_tool_cancel", {
  id: id.describe("that of the `call_tool`"),
}).describe("Withdraws a `call_tool`.");

/**
 * Host → extension, in answer to `call_tool`.
 *
 * @example
 * toolResultFromHost.parse({ type: "tool_result", id: "a", name: "read", content: [], is_error: false });
 */
export const toolResultFromHost = frame("tool_result", {
  id: id.describe("that of the `call_tool`"),
  name: z.string().describe("the tool that ran"),
  content: z.array(foreignBlock).describe("content blocks"),
  is_error: z
    .boolean()
    .optional()
    .describe("the tool failed, or was refused; always sent by this host"),
  truncated: z.boolean().optional().describe("true: the content was cut to fit"),
}).describe("The answer to `call_tool`.");

export type RegisterTool = z.infer<typeof registerTool>;

export type ToolCall = z.infer<typeof toolCall>;

export type ToolCancel = z.infer<typeof toolCancel>;

export type ToolResultFromExtension = z.infer<typeof toolResultFromExtension>;

export type CallTool = z.infer<typeof callTool>;

export type CallToolCancel = z.infer<typeof callToolCancel>;

export type ToolResultFromHost = z.infer<typeof toolResultFromHost>;
