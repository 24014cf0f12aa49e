import * as z from "zod";
import { NOTE_LEVELS } from "../notes.js";
import { frame, jsonObject } from "../frame.js";
import { messageBlock } from "./messages.js";
import { rpcResponse } from "./responses.js";
import { usageTotals } from "./usage.js";

/**
 * Why a turn ended.
 *
 * @example
 * STOP_REASONS.includes("aborted"); // true
 */
export const STOP_REASONS = ["end", "tool_use", "length", "error", "aborted"] as const;

export type StopReason = (typeof STOP_REASONS)[number];

const shown = {
  content: z.array(messageBlock).describe("message blocks"),
  time: z.string().describe("RFC 3339"),
};
const callId = z.string().describe("the call");
const extension = z.string().describe("its name");

/**
 * @example
 * rpcTurnStart.parse({ type: "turn_start", step: 1 });
 */
export const rpcTurnStart = frame("turn_start", {
  step: z.number().int().describe("counts the model calls of this prompt from 1"),
}).describe("A model call begins.");

/**
 * @example
 * rpcUserMessage.parse({ type: "user_message", content: [], time: "2026-01-02T03:04:05Z" });
 */
export const rpcUserMessage = frame("user_message", shown).describe(
  "The prompt, as it entered the transcript.",
);

/**
 * @example
 * rpcAssistantStart.parse({ type: "assistant_start" });
 */
export const rpcAssistantStart = frame("assistant_start", {}).describe(
  "The model begins to answer.",
);

/**
 * @example
 * rpcTextDelta.parse({ type: "text_delta", delta: "Hel" });
 */
export const rpcTextDelta = frame("text_delta", {
  delta: z.string().describe("the next piece of text"),
}).describe("A piece of the model's text.");

/**
 * @example
 * rpcToolUseStart.parse({ type: "tool_use_start", id: "7", name: "weather" });
 */
export const rpcToolUseStart = frame("tool_use_start", {
  id: callId,
  name: z.string().describe("the tool"),
}).describe("The model begins to write a tool call.");

/**
 * @example
 * rpcToolUseArgs.parse({ type: "tool_use_args", id: "7", delta: '{"city":' });
 */
export const rpcToolUseArgs = frame("tool_use_args", {
  id: callId,
  delta: z.string().describe("the next piece of its arguments' JSON"),
}).describe("A piece of a tool call's arguments.");

/**
 * @example
 * rpcToolUseEnd.parse({ type: "tool_use_end", id: "7" });
 */
export const rpcToolUseEnd = frame("tool_use_end", { id: callId }).describe(
  "The model has written the call.",
);

/**
 * @example
 * rpcToolCall.parse({ type: "tool_call", id: "7", name: "weather", args: { city: "Berlin" } });
 */
export const rpcToolCall = frame("tool_call", {
  id: callId,
  name: z.string().describe("the tool"),
  args: jsonObject.describe("what the model passed"),
}).describe("A tool is about to run.");

/**
 * @example
 * rpcToolProgress.parse({ type: "tool_progress", id: "7", text: "asking the station" });
 */
export const rpcToolProgress = frame("tool_progress", {
  id: callId,
  text: z.string().describe("what the tool has to say so far"),
}).describe("A running tool shows progress.");

/**
 * @example
 * rpcToolResult.parse({ type: "tool_result", id: "7", is_error: false, content: [] });
 */
export const rpcToolResult = frame("tool_result", {
  id: callId,
  is_error: z.boolean().describe("the tool failed, or was refused"),
  content: z.array(messageBlock).describe("message blocks"),
}).describe("What came of a call.");

/**
 * @example
 * rpcAssistantMessage.parse({ type: "assistant_message", content: [], time: "2026-01-02T03:04:05Z" });
 */
export const rpcAssistantMessage = frame("assistant_message", shown).describe(
  "The model's whole message.",
);

/**
 * @example
 * const { cumulative } = rpcUsage.parse(JSON.parse(line));
 */
export const rpcUsage = frame("usage", {
  ...usageTotals.shape,
  cumulative: usageTotals.describe("the same for the whole session"),
}).describe("What the model call used.");

/**
 * @example
 * rpcTurnEnd.parse({ type: "turn_end", stop: "end" });
 */
export const rpcTurnEnd = frame("turn_end", {
  stop: z.enum(STOP_REASONS).describe("why it ended"),
  error: z.string().optional().describe("only when `stop` is `error`"),
}).describe("A model call has ended.");

/**
 * @example
 * rpcDone.parse({ type: "done" });
 */
export const rpcDone = frame("done", {}).describe("The last event of a prompt or compaction.");

/**
 * @example
 * rpcError.parse({ type: "error", message: "the provider is overloaded" });
 */
export const rpcError = frame("error", {
  message: z.string().describe("what went wrong"),
}).describe("The prompt or compaction failed.");

/**
 * @example
 * rpcCompactDone.parse({ type: "compact_done", summary: "They fixed the codec." });
 */
export const rpcCompactDone = frame("compact_done", {
  summary: z.string().describe("what now stands for the older messages"),
}).describe("The transcript was compacted.");

/**
 * @example
 * rpcExtNotify.parse({ type: "ext_notify", extension: "weather", level: "info", message: "refreshed" });
 */
export const rpcExtNotify = frame("ext_notify", {
  extension,
  level: z.enum(NOTE_LEVELS).describe("how loud it is"),
  message: z.string().describe("the text"),
}).describe("An extension's note.");

/**
 * @example
 * rpcExtDisplay.parse({ type: "ext_display", extension: "weather", text: "16 degrees" });
 */
export const rpcExtDisplay = frame("ext_display", {
  extension,
  text: z.string().describe("the text"),
}).describe("What an extension's command displays.");

/**
 * @example
 * rpcExtClearNotes.parse({ type: "ext_clear_notes", extension: "weather" });
 */
export const rpcExtClearNotes = frame("ext_clear_notes", { extension }).describe(
  "An extension retracts its notes.",
);

/**
 * Every event of a running prompt or compaction; also what `zot --json` prints.
 *
 * @example
 * rpcEvent.safeParse({ type: "done" }).success; // true
 */
export const rpcEvent = z.discriminatedUnion("type", [
  rpcTurnStart,
  rpcUserMessage,
  rpcAssistantStart,
  rpcTextDelta,
  rpcToolUseStart,
  rpcToolUseArgs,
  rpcToolUseEnd,
  rpcToolCall,
  rpcToolProgress,
  rpcToolResult,
  rpcAssistantMessage,
  rpcUsage,
  rpcTurnEnd,
  rpcDone,
  rpcError,
  rpcCompactDone,
  rpcExtNotify,
  rpcExtDisplay,
  rpcExtClearNotes,
]);

/**
 * Every line that the server may send: a response or an event.
 *
 * @example
 * fromRpcServer.safeParse({ type: "response", command: "clear", success: true }).success; // true
 */
export const fromRpcServer = z.discriminatedUnion("type", [rpcResponse, ...rpcEvent.options]);

export type RpcEvent = z.infer<typeof rpcEvent>;

export type FromRpcServer = z.infer<typeof fromRpcServer>;
