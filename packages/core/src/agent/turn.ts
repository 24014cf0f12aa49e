import {
  ProviderError,
  type AssistantMessage,
  type StreamEvent,
  type ToolCallBlock,
  type Usage,
} from "@zot/providers";
import { priceUsage } from "../cost.js";
import { messageOf } from "../errors.js";
import type { StopReason } from "./events.js";
import type { Run } from "./run.js";
import { showAnswer } from "./show-answer.js";

/** One request to the model and its answer. */
export interface Turn {
  stop: StopReason;
  calls: ToolCallBlock[];
  error?: string;
  cause?: unknown;
}

interface Answer {
  message: AssistantMessage;
  usage: Usage | undefined;
  error?: ProviderError;
  reason?: "end" | "tool_use" | "length";
}

/** Sends the transcript, streams the answer, and writes it down. */
export async function runTurn(run: Run): Promise<Turn> {
  const { transcript, emit } = run;
  const modelInfo = run.setup.modelInfo;
  const answer = await streamAnswer(run);
  const message = answer.error === undefined ? answer.message : usablePart(answer.message);
  const said = message.content.length > 0;
  if (said || answer.usage !== undefined) {
    const usage = priceUsage(answer.usage ?? NOTHING_USED, modelInfo);
    if (answer.usage !== undefined && said) transcript.count(answer.usage);
    await transcript.addUsage(usage);
    emit({ type: "usage", ...usage, cumulative: transcript.usage });
  }
  const calls = message.content.filter((block) => block.type === "tool_call");
  if (said) {
    await transcript.append(message);
    await showAnswer(run, message);
    for (const { id, name, args } of calls) emit({ type: "tool_call", id, name, args });
  }
  return { calls, ...stopOf(answer, calls) };
}

const NOTHING_USED: Usage = { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: null };

function stopOf(answer: Answer, calls: ToolCallBlock[]): Omit<Turn, "calls"> {
  const { error, reason } = answer;
  if (error?.code === "aborted") return { stop: "aborted" };
  if (error !== undefined) return { stop: "error", error: error.message, cause: error };
  if (calls.length > 0) return { stop: "tool_use" };
  return { stop: reason === "length" ? "length" : "end" };
}

async function streamAnswer(run: Run): Promise<Answer> {
  const { setup, emit } = run;
  const request = {
    model: setup.model,
    messages: run.transcript.messages,
    ...(run.system === "" ? {} : { system: run.system }),
    ...(setup.tools.size === 0 ? {} : { tools: [...setup.tools.values()] }),
    ...(setup.reasoning === undefined ? {} : { reasoning: setup.reasoning }),
  };
  let started = false;
  let usage: Usage | undefined;
  const start = () => {
    if (!started) emit({ type: "assistant_start" });
    started = true;
  };
  try {
    for await (const event of setup.client.stream(request, run.signal)) {
      switch (event.type) {
        case "retry":
          emit(event);
          break;
        case "usage":
          usage = event.usage;
          break;
        case "stop":
          start();
          return { message: event.message, usage, reason: event.reason };
        case "error":
          return { message: event.message, usage, error: event.error };
        default:
          start();
          emit(event satisfies StreamEvent);
      }
      const pause = setup.pace?.();
      if (pause !== undefined) await unlessAborted(run.signal, pause);
    }
  } catch (error) {
    return { message: emptyMessage(), usage, error: asProviderError(error, run) };
  }
  const error = new ProviderError(
    "incomplete",
    `${setup.client.provider} ended its answer without saying that it was complete; try again`,
    { provider: setup.client.provider, retryable: true },
  );
  return { message: emptyMessage(), usage, error };
}

/** A reader that stands still must not keep an abort waiting. */
function unlessAborted(signal: AbortSignal, pause: Promise<void>): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const goOn = () => {
      signal.removeEventListener("abort", goOn);
      resolve();
    };
    signal.addEventListener("abort", goOn);
    void pause.then(goOn, goOn);
  });
}

function asProviderError(error: unknown, run: Run): ProviderError {
  if (error instanceof ProviderError) return error;
  return new ProviderError(run.signal.aborted ? "aborted" : "protocol", messageOf(error), {
    provider: run.setup.client.provider,
    cause: error,
  });
}

function emptyMessage(): AssistantMessage {
  return { role: "assistant", content: [], time: new Date().toISOString() };
}

/**
 * What may stay of an answer that broke off. A call that never ran has no result, and vendors refuse a
 * transcript with such a call, or an answer that is nothing but reasoning.
 */
function usablePart(message: AssistantMessage): AssistantMessage {
  const content = message.content.filter((block) => block.type !== "tool_call");
  const hasText = content.some((block) => block.type === "text" && block.text.trim() !== "");
  return { ...message, content: hasText ? content : [] };
}
