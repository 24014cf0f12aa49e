import { findEndpoint } from "../../endpoint.js";
import { ProviderError } from "../../errors.js";
import { rememberSecret } from "../../redact.js";
import { requestModels } from "../../wire/request-models.js";

export interface ProbeOptions {
  provider: string;
  apiKey: string;
  baseUrl?: string | undefined;
  home?: string | undefined;
  env?: NodeJS.ProcessEnv | undefined;
  signal?: AbortSignal | undefined;
}

/** Tries a key with a request that costs nothing. Throws a ProviderError if it doesn't work. */
export async function probeKey(options: ProbeOptions): Promise<void> {
  const { provider, apiKey, env = process.env } = options;
  rememberSecret(apiKey);
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    const message = "that is not a key: keys have no spaces and no special characters";
    throw new ProviderError("auth", message, { provider });
  }
  const { loadCatalog } = await import("../../catalog/catalog.js");
  const { baseUrl, api } = findEndpoint({ ...options, env }, await loadCatalog(options));
  const credential = { kind: "api_key", secret: apiKey, source: "option" } as const;
  const { signal } = options;
  const answer = await requestModels({ provider, baseUrl, api, credential, env, signal });
  // A server without a list of models can't tell whether the key is right.
  if (![200, 404, 405].includes(answer.status)) throw answer.explain();
}
