import { ProviderError } from "../errors.js";
import type {
  AssistantMessage,
  ReasoningBlock,
  Replay,
  TextBlock,
  ToolCallBlock,
} from "../message.js";
import type { StreamEvent, Usage } from "../stream-event.js";
import { isObject, parseJson } from "../wire/json.js";
import type { EventQueue } from "./event-queue.js";

/** A rope of 20,000 strings keeps the garbage collector busier than a few joins do. */
const PIECES = 256;
const LONGEST_QUOTE = 500;

interface OpenCall {
  id: string;
  name: string;
  args: string;
}

/** Turns a vendor's pieces into stream events and, at the same time, into the message they make. */
export class AnswerBuilder {
  readonly message: AssistantMessage;
  /** True once the reader was given anything that a second try would repeat. */
  said = false;
  readonly #provider: string;
  readonly #queue: EventQueue<StreamEvent>;
  readonly #calls = new Map<number | string, OpenCall>();
  #text: TextBlock | undefined;
  /** What was said since the text was last put together. */
  #pieces: string[] = [];
  #reasoning: ReasoningBlock | undefined;
  #usage: Usage | undefined;
  #called = false;
  /** Calls whose arguments make no sense: the output limit may have cut them off. */
  readonly #badCalls: ToolCallBlock[] = [];

  constructor(provider: string, queue: EventQueue<StreamEvent>) {
    this.#provider = provider;
    this.#queue = queue;
    this.message = { role: "assistant", content: [], time: new Date().toISOString() };
  }

  text(delta: string): void {
    if (delta === "") return;
    this.said = true;
    if (this.#text === undefined) {
      this.#reasoning = undefined;
      this.#text = { type: "text", text: "" };
      this.message.content.push(this.#text);
    }
    this.#pieces.push(delta);
    if (this.#pieces.length === PIECES) this.#join();
    this.#queue.push({ type: "text_delta", delta });
  }

  /** Ends the current text; the next delta begins another block. */
  endText(replay?: unknown): void {
    this.#join();
    if (replay !== undefined) {
      if (this.#text === undefined) {
        this.#text = { type: "text", text: "" };
        this.message.content.push(this.#text);
      }
      this.#text.replay = this.#replay(replay);
    }
    this.#text = undefined;
  }

  reasoning(delta: string): void {
    if (delta === "") return;
    this.said = true;
    this.#openReasoning().text += delta;
    this.#queue.push({ type: "reasoning_delta", delta });
  }

  /** Ends the current reasoning. What must be replayed is kept even if there was no text to show. */
  endReasoning(replay?: unknown): void {
    if (replay !== undefined) this.#openReasoning().replay = this.#replay(replay);
    this.#reasoning = undefined;
  }

  #openReasoning(): ReasoningBlock {
    if (this.#reasoning === undefined) {
      this.endText();
      this.#reasoning = { type: "reasoning", text: "" };
      this.message.content.push(this.#reasoning);
    }
    return this.#reasoning;
  }

  startCall(key: number | string, id: string, name: string): void {
    this.said = true;
    this.endText();
    this.#reasoning = undefined;
    this.#calls.set(key, { id, name, args: "" });
    this.#queue.push({ type: "tool_use_start", id, name });
  }

  callArgs(key: number | string, delta: string): void {
    const call = this.#calls.get(key);
    if (call === undefined) {
      throw this.#broken("sent arguments for a tool call that it had not begun");
    }
    if (delta === "") return;
    call.args += delta;
    this.#queue.push({ type: "tool_use_args", id: call.id, delta });
  }

  /** Ends a call. `args` is the vendor's own summary, for those that repeat the whole of it. */
  endCall(key: number | string, { args, replay }: { args?: string; replay?: unknown } = {}): void {
    const call = this.#calls.get(key);
    if (call === undefined) throw this.#broken("ended a tool call that it had not begun");
    if (args !== undefined && call.args === "") this.callArgs(key, args);
    this.#calls.delete(key);
    const parsed = parseArgs(call);
    const block: ToolCallBlock = {
      type: "tool_call",
      id: call.id,
      name: call.name,
      args: parsed ?? {},
      ...(parsed === undefined ? { problem: describeBadArgs(call) } : {}),
      ...(replay === undefined ? {} : { replay: this.#replay(replay) }),
    };
    this.message.content.push(block);
    if (parsed === undefined) this.#badCalls.push(block);
    else this.#finishCall(block);
  }

  #finishCall({ id }: ToolCallBlock): void {
    this.#called = true;
    this.#queue.push({ type: "tool_use_end", id });
  }

  #dropBadCalls(): void {
    for (const call of this.#badCalls.splice(0)) {
      this.message.content.splice(this.message.content.indexOf(call), 1);
    }
  }

  /** The keys of the calls that have begun and not ended, in that order. */
  openCalls(): (number | string)[] {
    return [...this.#calls.keys()];
  }

  /** Notes what is known so far; later numbers replace earlier ones. */
  usage(usage: Usage): void {
    this.#usage = usage;
  }

  /** The vendor said that the answer is whole. */
  stop(reason: "end" | "length"): void {
    if (reason === "length") this.#dropBadCalls();
    for (const call of this.#badCalls) this.#finishCall(call);
    this.#sendUsage();
    const meant = reason === "length" ? reason : this.#called ? "tool_use" : "end";
    this.#queue.push({ type: "stop", reason: meant, message: this.message });
    this.#queue.end();
  }

  fail(error: ProviderError): void {
    this.#dropBadCalls();
    this.#sendUsage();
    this.#queue.push({ type: "error", error, message: this.message });
    this.#queue.end();
  }

  #join(): void {
    if (this.#text === undefined || this.#pieces.length === 0) return;
    this.#text.text += this.#pieces.join("");
    this.#pieces = [];
  }

  #sendUsage(): void {
    this.#join();
    if (this.#usage !== undefined) this.#queue.push({ type: "usage", usage: this.#usage });
  }

  #replay(data: unknown): Replay {
    return { provider: this.#provider, data };
  }

  #broken(what: string): ProviderError {
    const provider = this.#provider;
    const message = `${provider} ${what}; try again, or use another model`;
    return new ProviderError("protocol", message, { provider, retryable: true });
  }
}

function parseArgs({ args }: OpenCall): Record<string, unknown> | undefined {
  if (args.trim() === "") return {};
  const value = parseJson(args);
  // Some servers write null for a call without arguments.
  if (value === null) return {};
  return isObject(value) ? value : undefined;
}

function describeBadArgs({ args }: OpenCall): string {
  const quote = args.length > LONGEST_QUOTE ? `${args.slice(0, LONGEST_QUOTE)}…` : args;
  return `the arguments are not a JSON object, so nothing was done; call it again with valid ones. They were: ${quote}`;
}
