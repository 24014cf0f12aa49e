import type { Credential } from "../auth/find-credential.js";
import type { ModelClient, ModelRequest } from "../client.js";
import type { Model } from "../model.js";
import { DEFAULT_RETRIES, type RetryPolicy } from "../stream/retry-policy.js";
import { runExchange } from "../stream/run-exchange.js";
import type { StreamEvent } from "../stream-event.js";
import { explainFailure } from "./explain.js";
import { parseJson } from "./json.js";
import type { Wire } from "./wire.js";

export { DEFAULT_RETRIES };

/** Where a request goes and how it is spoken. */
interface Endpoint {
  wire: Wire;
  baseUrl: string;
  known: Model | undefined;
}

export interface WireClientOptions {
  provider: string;
  /** Asked for each request, so that a token that ran out is replaced. */
  credential: () => Promise<Credential | undefined>;
  endpoint: (model: string) => Promise<Endpoint>;
  connectMs: number;
  silenceMs: number;
  retries: RetryPolicy;
  env: NodeJS.ProcessEnv;
}

/** A client for any vendor on the network. */
export class WireClient implements ModelClient {
  readonly provider: string;
  readonly #options: WireClientOptions;

  constructor(options: WireClientOptions) {
    this.provider = options.provider;
    this.#options = options;
  }

  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<StreamEvent> {
    const { provider, connectMs, silenceMs, retries, env } = this.#options;
    let endpoint: Endpoint;
    return runExchange(
      {
        provider,
        connectMs,
        silenceMs,
        retries,
        env,
        prepare: async () => {
          endpoint = await this.#options.endpoint(request.model);
          const { wire, baseUrl, known } = endpoint;
          const full = { ...request, provider, baseUrl, known };
          return {
            method: "POST",
            url: new URL(`${baseUrl}${wire.path(request)}`),
            headers: {
              "content-type": "application/json",
              accept: "text/event-stream",
              ...wire.headers(await this.#options.credential(), full),
            },
            body: JSON.stringify(wire.body(full)),
          };
        },
        decode: (answer) => endpoint.wire.decode(answer, provider),
        explain: ({ text, ...facts }) => {
          const complaint = endpoint.wire.complaint(parseJson(text));
          return explainFailure({ ...facts, provider, complaint, text, model: request.model });
        },
      },
      signal,
    );
  }
}
