import type { Credential } from "../auth/find-credential.js";
import type { ProviderError } from "../errors.js";
import { fetchJson } from "../http/fetch-json.js";
import type { WireApi } from "../model.js";
import { explainFailure } from "./explain.js";
import { loadWire } from "./load-wire.js";

export interface ModelsRequest {
  provider: string;
  baseUrl: string;
  api: WireApi;
  credential: Credential | undefined;
  /** What follows the path, with its question mark. */
  query?: string;
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal | undefined;
}

export interface ModelsResponse {
  status: number;
  json: unknown;
  /** The answer as an error, for who can't use it. */
  explain: () => ProviderError;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** Asks a vendor for its models, which costs nothing. Throws a ProviderError only if there was no answer. */
export async function requestModels(options: ModelsRequest): Promise<ModelsResponse> {
  const { provider, baseUrl, credential, query = "", env } = options;
  const wire = await loadWire(options.api);
  const request = { model: "", messages: [], provider, known: undefined, baseUrl };
  const { status, json, text } = await fetchJson(
    {
      method: "GET",
      url: new URL(`${baseUrl}/models${query}`),
      headers: { accept: "application/json", ...wire.headers(credential, request) },
    },
    {
      provider,
      env,
      signal: options.signal ?? new AbortController().signal,
      connectMs: CONNECT_MS,
      silenceMs: SILENCE_MS,
    },
  );
  return {
    status,
    json,
    explain: () => explainFailure({ provider, status, complaint: wire.complaint(json), text }),
  };
}
