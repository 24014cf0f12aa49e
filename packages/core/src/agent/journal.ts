import type { Message, ToolResultBlock } from "@zot/providers";
import type { UsageTotals } from "../cost.js";
import type { ToolDetails } from "../tools/tool.js";

/**
 * Where an agent writes down what happened, before it takes the next step. A session is one; an
 * embedder may bring its own.
 */
export interface Journal {
  /**
   * Resolves when the entry would survive a crash. Rejects if it could not be written; the journal
   * then keeps it, and writes it ahead of the next one.
   */
  append(entry: JournalEntry): Promise<void>;
  /** Writes what could not be written before. Rejects if it still can't be. */
  flush(): Promise<void>;
}

export type JournalEntry =
  /** `details`: what a renderer may show of the results in it, by their call. */
  | { type: "message"; message: Message; details?: Record<string, ToolDetails> }
  /** One result of a step that has further calls; the step's tool message repeats it. */
  | { type: "tool_result"; result: ToolResultBlock; details?: Record<string, ToolDetails> }
  | { type: "usage"; usage: UsageTotals; cumulative: UsageTotals }
  /** These are all messages from now on: a summary, and the last ones as they were. */
  | { type: "compaction"; messages: readonly Message[] }
  | { type: "clear" }
  | { type: "model"; provider: string; model: string };
