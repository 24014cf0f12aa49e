import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { aborted, ProviderError } from "../errors.js";
import { readBody } from "../http/fetch-json.js";
import { send, type HttpRequest } from "../http/send.js";
import { redact } from "../redact.js";
import type { StreamEvent } from "../stream-event.js";
import { AnswerBuilder } from "./answer-builder.js";
import type { EventQueue } from "./event-queue.js";
import { readEvents, type StreamDecoder } from "./read-events.js";
import { readRetryAfter } from "./retry-after.js";
import { planRetry, type RetryPolicy } from "./retry-policy.js";
import { streamAnswer } from "./stream-answer.js";

/** An error's body is read up to this size, and no longer than this. */
const LARGEST_ERROR = 64 * 1024;
const ERROR_BODY_MS = 10_000;

/** How one vendor's request is made, and its answer understood. */
export interface Exchange {
  provider: string;
  prepare(): Promise<HttpRequest>;
  decode(answer: AnswerBuilder): StreamDecoder;
  /** Explains an answer that is no stream. */
  explain(facts: {
    status: number;
    text: string;
    retry_after_ms: number | undefined;
  }): ProviderError;
  connectMs: number;
  silenceMs: number;
  retries: RetryPolicy;
  env: NodeJS.ProcessEnv;
}

/** Sends a request, again where that can help, and streams the answer. */
export function runExchange(exchange: Exchange, signal: AbortSignal): AsyncIterable<StreamEvent> {
  return streamAnswer(signal, (queue, stop) => run(exchange, queue, stop));
}

async function run(
  exchange: Exchange,
  queue: EventQueue<StreamEvent>,
  signal: AbortSignal,
): Promise<void> {
  const { provider } = exchange;
  for (let attempt = 1; ; attempt += 1) {
    const answer = new AnswerBuilder(provider, queue);
    let error: ProviderError;
    try {
      await exchangeOnce(exchange, answer, queue, signal);
      return;
    } catch (thrown) {
      error = signal.aborted ? aborted(provider) : asProviderError(provider, thrown);
    }
    const delay_ms = planRetry(error, attempt, answer.said, exchange.retries);
    if (delay_ms === undefined) {
      answer.fail(error);
      return;
    }
    queue.push({ type: "retry", attempt, delay_ms, reason: error.message });
    try {
      await delay(delay_ms, undefined, { signal });
    } catch {
      answer.fail(aborted(provider));
      return;
    }
  }
}

async function exchangeOnce(
  exchange: Exchange,
  answer: AnswerBuilder,
  queue: EventQueue<StreamEvent>,
  signal: AbortSignal,
): Promise<void> {
  const { provider, connectMs, silenceMs, env } = exchange;
  const request = await exchange.prepare();
  const response = await send(request, { provider, signal, connectMs, silenceMs, env });
  if (!isEventStream(response)) throw await explain(exchange, response);
  await readEvents(response, exchange.decode(answer), {
    provider,
    signal,
    silenceMs,
    queue,
  });
}

/** Servers that say nothing of the type, or something vague, get the benefit of the doubt. */
function isEventStream({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode === 200 && !/\b(?:json|html)\b/.test(headers["content-type"] ?? "");
}

async function explain(exchange: Exchange, response: IncomingMessage): Promise<ProviderError> {
  const { provider } = exchange;
  const text = await readBody(response, { provider, silenceMs: ERROR_BODY_MS }, LARGEST_ERROR);
  const status = response.statusCode ?? 0;
  return exchange.explain({ status, text, retry_after_ms: readRetryAfter(response.headers) });
}

function asProviderError(provider: string, thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const what = thrown instanceof Error ? thrown.message : String(thrown);
  const message = redact(`${provider}: the request could not be made: ${what}`);
  return new ProviderError("protocol", message, { provider, cause: thrown });
}
