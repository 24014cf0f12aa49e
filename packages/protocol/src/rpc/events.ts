import * as z from "zod";
import { NOTE_LEVELS } from "../notes.js";
import { frame, jsonObject } from "../frame.js";
import { messageBlock } from "./messages.js";
import { rpcResponse } from "./responses.js";
import { usageTotals } from "./usage.js";

export const STOP_REASONS = ["end", "tool_use", "length", "error", "aborted"] as const;
export type StopReason = (typeof STOP_REASONS)[number];

const shown = { content: z.array(messageBlock), time: z.string() };

export const rpcTurnStart = frame("turn_start", { step: z.number().int() });
export const rpcUserMessage = frame("user_message", shown);
export const rpcAssistantStart = frame("assistant_start", {});
export const rpcTextDelta = frame("text_delta", { delta: z.string() });
export const rpcToolUseStart = frame("tool_use_start", { id: z.string(), name: z.string() });
export const rpcToolUseArgs = frame("tool_use_args", { id: z.string(), delta: z.string() });
export const rpcToolUseEnd = frame("tool_use_end", { id: z.string() });
export const rpcToolCall = frame("tool_call", {
  id: z.string(),
  name: z.string(),
  args: jsonObject,
});
export const rpcToolProgress = frame("tool_progress", { id: z.string(), text: z.string() });
export const rpcToolResult = frame("tool_result", {
  id: z.string(),
  is_error: z.boolean(),
  content: z.array(messageBlock),
});
export const rpcAssistantMessage = frame("assistant_message", shown);
export const rpcUsage = frame("usage", { ...usageTotals.shape, cumulative: usageTotals });
export const rpcTurnEnd = frame("turn_end", {
  stop: z.enum(STOP_REASONS),
  error: z.string().optional(),
});
export const rpcDone = frame("done", {});
export const rpcError = frame("error", { message: z.string() });
export const rpcCompactDone = frame("compact_done", { summary: z.string() });
export const rpcExtNotify = frame("ext_notify", {
  extension: z.string(),
  level: z.enum(NOTE_LEVELS),
  message: z.string(),
});
export const rpcExtDisplay = frame("ext_display", { extension: z.string(), text: z.string() });
export const rpcExtClearNotes = frame("ext_clear_notes", { extension: z.string() });

/** Every event of a running prompt or compaction; also what `zot --json` prints. */
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

/** Every line that the server may send: a response or an event. */
export const fromRpcServer = z.discriminatedUnion("type", [rpcResponse, ...rpcEvent.options]);

export type RpcEvent = z.infer<typeof rpcEvent>;
export type FromRpcServer = z.infer<typeof fromRpcServer>;
