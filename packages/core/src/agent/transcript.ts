import type { Message, ToolResultBlock, Usage, UserMessage } from "@zot/providers";
import type { UsageTotals } from "../cost.js";
import { addUsage, noUsage } from "../cost.js";
import { messageOf, ZotError } from "../errors.js";
import type { Journal, JournalEntry } from "./journal.js";
import type { ToolDetails } from "../tools/tool.js";

/** The messages of an agent and what they cost, written to the journal as they come. */
export class Transcript {
  #messages: Message[];
  #usage: UsageTotals;
  /** How many tokens the vendor counted last, for how many messages. */
  #counted = { tokens: 0, messages: 0 };
  readonly #journal: Journal | undefined;
  readonly #onSaveFailed: (message: string) => void;

  constructor(options: {
    messages?: readonly Message[] | undefined;
    usage?: UsageTotals | undefined;
    /** Of the last request that these messages were part of. */
    lastUsage?: Usage | undefined;
    journal?: Journal | undefined;
    onSaveFailed: (message: string) => void;
  }) {
    this.#messages = [...(options.messages ?? [])];
    this.#usage = options.usage ?? noUsage();
    if (options.lastUsage !== undefined && this.#messages.length > 0) {
      this.count(options.lastUsage);
      this.estimate(this.#counted.tokens);
    }
    this.#journal = options.journal;
    this.#onSaveFailed = options.onSaveFailed;
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  get usage(): UsageTotals {
    return this.#usage;
  }

  get counted(): Readonly<{ tokens: number; messages: number }> {
    return this.#counted;
  }

  /** The tokens of all messages there are, and of the answer that comes next. */
  count(usage: Usage): void {
    const tokens = usage.input + usage.cache_read + usage.cache_write + usage.output;
    // Some servers count nothing; then an estimate is better.
    if (tokens === 0) return;
    this.#counted = { tokens, messages: this.#messages.length + 1 };
  }

  /** Remembers an estimate, so that each message is looked at once. */
  estimate(tokens: number): void {
    this.#counted = { tokens, messages: this.#messages.length };
  }

  append(message: Message, details?: Record<string, ToolDetails>): Promise<void> {
    this.#messages.push(message);
    return this.#write({ type: "message", message, ...(details && { details }) });
  }

  appendResult(result: ToolResultBlock, details: Record<string, ToolDetails>): Promise<void> {
    return this.#write({ type: "tool_result", result, details });
  }

  addUsage(usage: UsageTotals): Promise<void> {
    this.#usage = addUsage(this.#usage, usage);
    return this.#write({ type: "usage", usage, cumulative: this.#usage });
  }

  compact(message: UserMessage, kept: number): Promise<void> {
    const messages = [message, ...this.#messages.slice(this.#messages.length - kept)];
    this.#messages = messages;
    this.#counted = { tokens: 0, messages: 0 };
    return this.#write({ type: "compaction", messages: [...messages] });
  }

  clear(): Promise<void> {
    this.#messages = [];
    this.#counted = { tokens: 0, messages: 0 };
    return this.#write({ type: "clear" });
  }

  recordModel(provider: string, model: string): Promise<void> {
    return this.#write({ type: "model", provider, model });
  }

  /** Nothing may be sent while something is unsaved. */
  async flush(): Promise<void> {
    try {
      await this.#journal?.flush();
    } catch (error) {
      throw this.#saveFailed(error);
    }
  }

  async #write(entry: JournalEntry): Promise<void> {
    try {
      await this.#journal?.append(entry);
    } catch (error) {
      throw this.#saveFailed(error);
    }
  }

  #saveFailed(error: unknown): ZotError {
    const message = `the session could not be saved (${messageOf(error)}); nothing is sent until it can be`;
    this.#onSaveFailed(message);
    return new ZotError("save_failed", message, { cause: error });
  }
}
