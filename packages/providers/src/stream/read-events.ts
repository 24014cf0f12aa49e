import { createParser, type EventSourceParser } from "eventsource-parser";
import type { IncomingMessage } from "node:http";
import { StringDecoder } from "node:string_decoder";
import { aborted, ProviderError } from "../errors.js";
import { timedOut } from "../http/send.js";
import type { StreamEvent } from "../stream-event.js";
import { UNREAD_LIMIT, type EventQueue } from "./event-queue.js";

/** More than any vendor's largest event; a line without an end stops here. */
const LARGEST_EVENT = 64 * 1024 * 1024;
/** A server that keeps the connection open after its last event is not waited for. */
const DRAIN_MS = 500;

/** Reads one vendor's events. Throws ProviderErrors. */
export interface StreamDecoder {
  read(data: string): void;
  /** The server has closed the connection in good order. */
  end?(): void;
  /** True once the vendor's closing event was read. */
  readonly closed: boolean;
}

export interface ReadEventsOptions {
  provider: string;
  signal: AbortSignal;
  silenceMs: number;
  queue: EventQueue<StreamEvent>;
}

/** Feeds a response's events to the decoder; resolves when it has read the closing one. */
export function readEvents(
  response: IncomingMessage,
  decoder: StreamDecoder,
  options: ReadEventsOptions,
): Promise<void> {
  const { provider, signal, silenceMs, queue } = options;
  return new Promise((resolve, reject) => {
    let settled = false;
    const settle = (failure?: Error) => {
      if (settled) return;
      settled = true;
      clearInterval(silence);
      queue.onEmpty = undefined;
      if (failure === undefined) resolve();
      else reject(failure);
    };
    const fail = (failure: Error) => {
      settle(failure);
      response.destroy();
    };
    const silence = watchSilence(response, queue, silenceMs, () => {
      fail(timedOut(provider, `the answer stalled for ${silenceMs / 1000} s`));
    });
    const parser = createParser({
      maxBufferSize: LARGEST_EVENT,
      onEvent(event) {
        if (!decoder.closed) decoder.read(event.data);
      },
      onError(error) {
        if (error.type === "max-buffer-size-exceeded") throw tooLarge(provider, error);
      },
    });
    const text = new StringDecoder("utf8");
    let gathered: Buffer[] = [];
    const parse = () => {
      if (settled || gathered.length === 0) return;
      const chunk = text.write(Buffer.concat(gathered));
      gathered = [];
      try {
        parser.feed(chunk);
      } catch (error) {
        fail(error as Error);
        return;
      }
      if (decoder.closed) {
        settle();
        letDrain(response);
      } else if (queue.length > UNREAD_LIMIT) response.pause();
    };
    queue.onEmpty = () => {
      if (response.isPaused()) response.resume();
    };
    response.on("data", (chunk: Buffer) => {
      // A vendor flushes each event by itself; what came together is decoded together.
      if (gathered.push(chunk) === 1) process.nextTick(parse);
    });
    response.once("end", () => {
      parse();
      if (settled) return;
      try {
        finish(parser, decoder);
        settle(decoder.closed ? undefined : incomplete(provider));
      } catch (error) {
        settle(error as Error);
      }
    });
    response.once("error", (error) => {
      settle(signal.aborted ? aborted(provider) : broken(provider, error));
    });
    response.once("close", () => {
      settle(signal.aborted ? aborted(provider) : broken(provider, undefined));
    });
  });
}

/** Some servers leave out the blank line after their last event, or end lines with CR alone. */
function finish(parser: EventSourceParser, decoder: StreamDecoder): void {
  try {
    parser.feed("\n\n");
  } catch (error) {
    // Half an event is no event.
    if (!(error instanceof ProviderError && error.code === "protocol")) throw error;
  }
  decoder.end?.();
}

/** Calls back after a time without a byte. Looking now and then is cheaper than noting each chunk. */
function watchSilence(
  response: IncomingMessage,
  queue: { readonly length: number },
  silenceMs: number,
  onSilent: () => void,
): NodeJS.Timeout {
  let bytes = response.socket.bytesRead;
  let heardAt = performance.now();
  return setInterval(() => {
    const { bytesRead } = response.socket;
    // A reader that takes its time is no fault of the server's.
    if (bytesRead !== bytes || queue.length > 0) {
      bytes = bytesRead;
      heardAt = performance.now();
    } else if (performance.now() - heardAt >= silenceMs) onSilent();
  }, silenceMs / 4);
}

/** Reads the rest, so that the connection can serve the next request. */
function letDrain(response: IncomingMessage): void {
  if (response.readableEnded) return;
  const timer = setTimeout(() => response.destroy(), DRAIN_MS);
  timer.unref();
  response.once("close", () => {
    clearTimeout(timer);
  });
  response.removeAllListeners("data").resume();
}

function incomplete(provider: string): ProviderError {
  const message = `${provider}: the answer ended in the middle; try again`;
  return new ProviderError("incomplete", message, { provider, retryable: true });
}

function broken(provider: string, cause: unknown): ProviderError {
  const message = `${provider}: the connection broke in the middle of the answer; try again`;
  return new ProviderError("connection", message, { provider, retryable: true, cause });
}

function tooLarge(provider: string, cause: unknown): ProviderError {
  const message = `${provider}: sent an event larger than ${LARGEST_EVENT} bytes; check its address`;
  return new ProviderError("protocol", message, { provider, cause });
}
