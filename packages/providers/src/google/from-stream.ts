import { ProviderError } from "../errors.js";
import type { AnswerBuilder } from "../stream/answer-builder.js";
import type { StreamDecoder } from "../stream/read-events.js";
import { explainFailure } from "../wire/explain.js";
import { asCount, parseEvent, type Json } from "../wire/json.js";
import { readComplaint } from "./errors.js";
import type { GoogleReplay } from "./to-request.js";

interface Chunk {
  candidates?: {
    content?: { parts?: Part[] | null } | null;
    finishReason?: string | null;
    finishMessage?: string | null;
  }[];
  promptFeedback?: { blockReason?: string };
  usageMetadata?: Json;
  error?: unknown;
}

interface Part {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { id?: string; name?: string; args?: Json };
}

/** The reasons that mean a refusal; any other unknown one is an end. */
const WITHHELD = new Set([
  "SAFETY",
  "RECITATION",
  "LANGUAGE",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "OTHER",
]);

/** Reads the chunks of streamed content. The last one is the one with a reason to finish. */
export class GoogleDecoder implements StreamDecoder {
  closed = false;
  readonly #answer: AnswerBuilder;
  readonly #provider: string;
  readonly #seed = Date.now().toString(36);
  #calls = 0;

  constructor(answer: AnswerBuilder, provider: string) {
    this.#answer = answer;
    this.#provider = provider;
  }

  read(data: string): void {
    const chunk = parseEvent(this.#provider, data) as Chunk;
    if (chunk.error !== undefined) {
      throw explainFailure({ provider: this.#provider, complaint: readComplaint(chunk) });
    }
    if (chunk.usageMetadata) this.#countUsage(chunk.usageMetadata);
    const blocked = chunk.promptFeedback?.blockReason;
    if (blocked !== undefined) throw this.#refused(`the prompt was blocked (${blocked})`);
    const candidate = chunk.candidates?.[0];
    for (const part of candidate?.content?.parts ?? []) this.#part(part);
    if (candidate?.finishReason) this.#finish(candidate.finishReason, candidate.finishMessage);
  }

  #part({ text, thought, thoughtSignature: signature, functionCall }: Part): void {
    if (functionCall !== undefined) this.#call(functionCall, signature);
    else if (thought === true) this.#answer.reasoning(text ?? "");
    else if (text !== undefined) {
      this.#answer.text(text);
      if (signature !== undefined) this.#answer.endText({ signature } satisfies GoogleReplay);
    }
  }

  /** A call comes in one piece, often without an id. */
  #call({ id, name, args }: NonNullable<Part["functionCall"]>, signature?: string): void {
    const key = ++this.#calls;
    const replay: GoogleReplay = {
      ...(signature === undefined ? {} : { signature }),
      ...(id === undefined ? {} : { id }),
    };
    this.#answer.startCall(key, id ?? `call_${this.#seed}_${key}`, name ?? "");
    this.#answer.endCall(key, { args: JSON.stringify(args ?? {}), replay });
  }

  #countUsage(usage: Json): void {
    const cached = asCount(usage.cachedContentTokenCount);
    const thoughts = usage.thoughtsTokenCount;
    const prompt = asCount(usage.promptTokenCount) + asCount(usage.toolUsePromptTokenCount);
    this.#answer.usage({
      input: Math.max(0, prompt - cached),
      output: asCount(usage.candidatesTokenCount) + asCount(thoughts),
      cache_read: cached,
      cache_write: 0,
      reasoning: typeof thoughts === "number" ? thoughts : null,
    });
  }

  #finish(reason: string, detail: string | null | undefined): void {
    if (reason === "MALFORMED_FUNCTION_CALL" || reason === "UNEXPECTED_TOOL_CALL") {
      const provider = this.#provider;
      const message = `${provider}: the model botched a tool call (${detail ?? reason}); try again`;
      throw new ProviderError("protocol", message, { provider, retryable: true });
    }
    if (WITHHELD.has(reason)) {
      throw this.#refused(`the answer was withheld (${reason})`);
    }
    this.#answer.stop(reason === "MAX_TOKENS" ? "length" : "end");
    this.closed = true;
  }

  #refused(what: string): ProviderError {
    const provider = this.#provider;
    const message = `${provider}: ${what}; rephrase it, or use another model`;
    return new ProviderError("bad_request", message, { provider });
  }
}
