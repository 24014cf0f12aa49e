import { findEndpoint } from "../endpoint.js";
import { ProviderError } from "../errors.js";
import { fetchJson } from "../http/fetch-json.js";
import { rememberSecret } from "../redact.js";
import { explainFailure } from "../wire/explain.js";
import { loadWire } from "../wire/load-wire.js";

export interface ProbeOptions {
  provider: string;
  apiKey: string;
  baseUrl?: string | undefined;
  home?: string | undefined;
  env?: NodeJS.ProcessEnv | undefined;
  signal?: AbortSignal | undefined;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** Tries a key with a request that costs nothing. Throws a ProviderError if it doesn't work. */
export async function probeKey(options: ProbeOptions): Promise<void> {
  const { provider, apiKey, env = process.env } = options;
  rememberSecret(apiKey);
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    const message = "that is not a key: keys have no spaces and no special characters";
    throw new ProviderError("auth", message, { provider });
  }
  const { loadCatalog } = await import("../catalog/catalog.js");
  const { baseUrl, api } = findEndpoint({ ...options, env }, await loadCatalog(options));
  const wire = await loadWire(api);
  const credential = { kind: "api_key", secret: apiKey, source: "option" } as const;
  const request = { model: "", messages: [], provider, known: undefined, baseUrl };
  const { status, json, text } = await fetchJson(
    {
      method: "GET",
      url: new URL(`${baseUrl}/models`),
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
  // A server without a list of models can't tell whether the key is right.
  if (status === 200 || status === 404 || status === 405) return;
  throw explainFailure({ provider, status, complaint: wire.complaint(json), text });
}
