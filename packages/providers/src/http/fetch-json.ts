import type { IncomingMessage } from "node:http";
import { ProviderError } from "../errors.js";
import { parseJson } from "../wire/json.js";
import { send, timedOut, type HttpRequest, type SendOptions } from "./send.js";

/** Far more than any catalog or token answer; a runaway body ends here. */
const LARGEST_BODY = 16 * 1024 * 1024;

export interface JsonResponse {
  status: number;
  /** What the body parsed to; undefined if it was no JSON. */
  json: unknown;
  text: string;
}

/** One request, one whole answer. Throws a ProviderError only if there was none. */
export async function fetchJson(request: HttpRequest, options: SendOptions): Promise<JsonResponse> {
  const response = await send(request, options);
  const text = await readBody(response, options);
  return { status: response.statusCode ?? 0, json: parseJson(text), text };
}

/** The whole body, up to a limit that an honest answer never reaches. */
export function readBody(
  response: IncomingMessage,
  options: Pick<SendOptions, "provider" | "silenceMs">,
  limit = LARGEST_BODY,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (cause: unknown) => {
      const message = `${options.provider}: the connection broke while reading the answer; try again`;
      const { provider } = options;
      reject(
        cause instanceof ProviderError
          ? cause
          : new ProviderError("connection", message, { provider, retryable: true, cause }),
      );
    };
    const timer = setTimeout(() => {
      response.destroy(timedOut(options.provider, "the answer stalled"));
    }, options.silenceMs);
    response.on("data", (chunk: Buffer) => {
      timer.refresh();
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) {
        resolve(Buffer.concat(chunks).toString("utf8"));
        response.destroy();
      }
    });
    response.once("end", () => {
      resolve(Buffer.concat(chunks).toString("utf8"));
    });
    response.once("error", fail);
    response.once("close", () => {
      clearTimeout(timer);
      fail(new Error("closed early"));
    });
  });
}
