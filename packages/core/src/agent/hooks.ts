import type { AssistantMessage, ToolCallBlock } from "@zot/providers";
import type { AgentEvent } from "./events.js";

/**
 * What others may do to an agent's work. Hooks are asked one after the other, in the order of the
 * list; the next one sees what the last one made of it, and the first block wins. One that let a tool
 * call pass is asked again if a later one rewrites it. Every method is optional; returning nothing
 * allows, unchanged. A hook decides itself how long it takes and what its own failure means: one that
 * throws blocks.
 */
export interface AgentHooks {
  /** Named in a result's details when this hook blocked or rewrote. */
  name?: string;
  /** Once per prompt. Returns the system prompt to use; an empty string removes it. */
  beforeAgentStart?(system: string, signal: AbortSignal): Answer<string>;
  /** Before each request to the model. */
  beforeTurn?(turn: { step: number }, signal: AbortSignal): Answer<Block>;
  /** `origin`: the name of who makes the call, if it is not the model; `caller`: as `runTool` was given it. */
  beforeToolCall?(
    call: ToolCallBlock & { origin?: string; caller?: unknown },
    signal: AbortSignal,
  ): Answer<ToolDecision>;
  /**
   * Before an answer is shown. What it returns changes what the user sees; the transcript keeps the
   * model's own text.
   */
  beforeAssistantMessage?(
    answer: { text: string; message: AssistantMessage },
    signal: AbortSignal,
  ): Answer<Block | { text: string }>;
  /** Every event, before the subscribers get it. */
  onEvent?(event: AgentEvent): void;
}

type Answer<T> = T | undefined | Promise<T | undefined>;

export interface Block {
  action: "block";
  reason?: string;
  /** Who blocked, where a hook speaks for several. */
  by?: string;
}

export type ToolDecision =
  | { action: "allow" }
  | Block
  | { action: "rewrite"; args: Record<string, unknown>; by?: string }
  /** The user decides, once all hooks were asked. */
  | { action: "ask"; question?: string };
