import type { Message, Model, ModelClient, ReasoningLevel, UserMessage } from "@zot/providers";
import type { UsageTotals } from "../cost.js";
import type { AgentHooks } from "./hooks.js";
import type { Journal } from "./journal.js";
import type { Answer, Outcome, Question } from "./run.js";
import type { Tool } from "../tools/tool.js";

/** What an agent is made of. Only the client and the model are needed. */
export interface AgentOptions {
  client: ModelClient;
  /** An id as the vendor spells it, or all that the catalog knows, which adds prices and the window. */
  model: string | Model;
  system?: string;
  tools?: readonly Tool[];
  hooks?: readonly AgentHooks[];
  /** Where tools work. The process's own by default. */
  cwd?: string;
  /** Requests per prompt; 50 by default. */
  maxSteps?: number;
  reasoning?: ReasoningLevel;
  /** How full the window may be, as a part of 1, before old messages are summed up; 0.85 by default, 0 for never. */
  compactAt?: number;
  /** A transcript to go on from, and what it cost so far. */
  messages?: readonly Message[];
  usage?: UsageTotals;
  /** Of the last request: how full the window is. */
  lastUsage?: UsageTotals;
  /** Gets everything before the next step is taken. */
  journal?: Journal;
  /** Asked after each piece of a stream: a promise holds the model back until the reader caught up. */
  pace?: () => Promise<void> | undefined;
  /**
   * Awaited before a prompt, a retry, a compaction or somebody else's tool call begins: nothing is sent, run or written
   * down before what must be in place is there. Should resolve when the signal aborts; what it throws ends the prompt.
   */
  whenReady?: (signal: AbortSignal) => Promise<void> | undefined;
  /** Asks the user when a hook wants a call confirmed. Without it such a call is refused. */
  ask?: (question: Question, signal: AbortSignal) => Promise<Answer>;
}

/** What a prompt says: text, or text with images. */
export type PromptContent = string | UserMessage["content"];

export interface PromptOptions {
  onStart?: () => void;
  typed?: string;
  prepare?: (signal: AbortSignal) => Promise<PromptContent | Outcome | undefined>;
}
