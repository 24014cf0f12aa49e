import type { AssistantMessage, ToolCallBlock, ToolResultBlock, UserMessage } from "@zot/providers";
import type { UsageTotals } from "../cost.js";
import type { ToolDetails } from "../tools/tool.js";

/** Why a request to the model ended. */
export type StopReason = "end" | "tool_use" | "length" | "error" | "aborted";

/**
 * Everything that happens while an agent works, in order. The names and fields of the RPC wire, plus
 * what only a screen has use for (`reasoning_delta`, `retry`, `details` and the like).
 */
export type AgentEvent =
  /** `steering`: it was put in between two steps of a running prompt. */
  | {
      type: "user_message";
      content: UserMessage["content"];
      time: string;
      steering?: true;
    }
  | { type: "turn_start"; step: number }
  | { type: "assistant_start" }
  | { type: "text_delta"; delta: string }
  | { type: "reasoning_delta"; delta: string }
  | { type: "tool_use_start"; id: string; name: string }
  | { type: "tool_use_args"; id: string; delta: string }
  | { type: "tool_use_end"; id: string }
  /** The request failed before anything was said and goes out again after the delay. */
  | { type: "retry"; attempt: number; delay_ms: number; reason: string }
  | ({ type: "usage"; cumulative: UsageTotals } & UsageTotals)
  /**
   * What the user is to see of the answer. `replaced`: a hook changed it, so what was streamed must
   * not stay on screen.
   */
  | {
      type: "assistant_message";
      content: AssistantMessage["content"];
      time: string;
      replaced?: true;
    }
  /** A hook withheld the answer: take what was streamed off the screen. */
  | { type: "assistant_message_blocked"; reason: string }
  | { type: "tool_call"; id: string; name: string; args: ToolCallBlock["args"] }
  | { type: "turn_end"; stop: StopReason; error?: string }
  /** The user is being asked whether the call may run. */
  | {
      type: "tool_confirmation_requested";
      id: string;
      name: string;
      args: ToolCallBlock["args"];
      question: string;
      /** Who makes the call, by name, if not the model. */
      origin?: string;
    }
  | {
      type: "permission_decision";
      id: string;
      name: string;
      allowed: boolean;
      reason?: string;
      origin?: string;
    }
  /** The call runs now: nobody is asked any more. `args` are there if they are not those of the call. */
  | {
      type: "tool_start";
      id: string;
      name: string;
      args?: ToolCallBlock["args"];
      rewritten_by?: string[];
    }
  | { type: "tool_progress"; id: string; text: string }
  | {
      type: "tool_result";
      id: string;
      is_error: boolean;
      content: ToolResultBlock["content"];
      details?: ToolDetails;
    }
  | { type: "compact_start"; automatic: boolean }
  /** `before` and `after`: tokens of context. */
  | { type: "compact_done"; summary: string; before: number; after: number }
  /** Room could not be made by itself; the work goes on without. */
  | { type: "compact_failed"; message: string }
  /** The session could not be written. Nothing is lost in memory; nothing is sent until it can be saved. */
  | { type: "save_failed"; message: string }
  | { type: "error"; message: string }
  | { type: "done" };
