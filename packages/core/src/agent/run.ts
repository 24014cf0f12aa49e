import type { Model, ModelClient, ReasoningLevel, UserMessage } from "@zot/providers";
import type { AgentEvent, StopReason } from "./events.js";
import type { AgentHooks } from "./hooks.js";
import type { Tool } from "../tools/tool.js";
import type { Transcript } from "./transcript.js";

/** A tool call that a hook wants the user to decide. */
export interface Question {
  id: string;
  tool: string;
  /** What it would run with. */
  args: Record<string, unknown>;
  question: string;
  /** The hooks that made these arguments out of those that were given. */
  rewrittenBy?: readonly string[];
  /** Who makes the call, by name, if not the model. */
  origin?: string;
}

export interface Answer {
  allowed: boolean;
  reason?: string;
}

/** What an agent works with. Read anew at each step, so that a change takes effect between two. */
export interface Setup {
  client: ModelClient;
  model: string;
  /** What is known of the model: its price and its window. */
  modelInfo: Model | undefined;
  reasoning: ReasoningLevel | undefined;
  system: string;
  tools: ReadonlyMap<string, Tool>;
  hooks: readonly AgentHooks[];
  cwd: string;
  maxSteps: number;
  compactAt: number;
  pace: (() => Promise<void> | undefined) | undefined;
  whenReady: ((signal: AbortSignal) => Promise<void> | undefined) | undefined;
  ask: ((question: Question, signal: AbortSignal) => Promise<Answer>) | undefined;
}

/** One prompt on its way through the loop. */
export interface Run {
  setup: Setup;
  /** The system prompt as the hooks left it. */
  system: string;
  transcript: Transcript;
  signal: AbortSignal;
  emit: (event: AgentEvent) => void;
  /** Takes the messages that wait to be put in between two steps. */
  takeSteering: () => UserMessage[];
  hasSteering: () => boolean;
}

/** What a single call of a tool needs, whoever makes it. */
export type CallRun = Pick<Run, "setup" | "signal" | "emit"> & {
  /** Who makes it, by name, if not the model. */
  origin?: string | undefined;
  /** That one as whoever put the hooks and tools together knows it. */
  caller?: unknown;
};

/** How a prompt ended. `error` is there if and only if `stop` is `error`. */
export interface Outcome {
  stop: Exclude<StopReason, "tool_use">;
  error?: string;
  /** What was behind it; a `ProviderError` says whether trying again can help. */
  cause?: unknown;
}
