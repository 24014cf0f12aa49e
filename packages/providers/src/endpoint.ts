import type { Catalog } from "./catalog/catalog.js";
import { ProviderError } from "./errors.js";
import type { Model, WireApi } from "./model.js";
import { providerInfo } from "./provider-info.js";

export interface EndpointQuery {
  provider: string;
  baseUrl?: string | undefined;
  api?: WireApi | undefined;
  env: NodeJS.ProcessEnv;
}

/** Where requests go and which wire they speak: what was asked for, then `models.json`, then the vendor. */
export function findEndpoint(
  query: EndpointQuery,
  catalog: Pick<Catalog, "userProvider">,
  known?: Model,
): { baseUrl: string; api: WireApi } {
  const { provider, env } = query;
  const info = providerInfo(provider);
  const user = catalog.userProvider(provider);
  const elsewhere = query.baseUrl ?? known?.base_url ?? user?.base_url;
  const base = elsewhere ?? ollamaHost(provider, env) ?? info?.baseUrl;
  if (base === undefined) {
    const message = `models.json gives no baseUrl for ${provider}; add one, or pass a base URL`;
    throw new ProviderError("bad_request", message, { provider });
  }
  const ownApi =
    // Few servers that speak OpenAI's wire know the Responses API.
    info?.api === "openai-responses" && elsewhere !== undefined ? "openai-chat" : info?.api;
  const api = query.api ?? known?.api ?? user?.api ?? ownApi ?? "openai-chat";
  return { baseUrl: normaliseBaseUrl(base, api, provider), api };
}

/** People give an address with or without its version, and sometimes the whole endpoint. */
function normaliseBaseUrl(base: string, api: WireApi, provider: string): string {
  if (!/^https?:\/\/[^/]/.test(base) || !URL.canParse(base)) {
    const message = `the base URL "${base}" is not a web address; write it like http://127.0.0.1:8080/v1`;
    throw new ProviderError("bad_request", message, { provider });
  }
  const bare = base
    .replace(/[?#].*$/, "")
    .replace(/\/+$/, "")
    .replace(/\/(?:chat\/completions|responses|messages|models)$/, "");
  if (/\/v\d+\w*$/.test(bare)) return bare;
  // OpenAI's wire at another vendor's is often below that vendor's own version: /v1beta/openai.
  if (api.startsWith("openai") && /\/v\d+\w*\//.test(bare)) return bare;
  return `${bare}/${api === "google" ? "v1beta" : "v1"}`;
}

/** The variable that Ollama's own programs read; it may lack the scheme, and names where to listen. */
function ollamaHost(provider: string, env: NodeJS.ProcessEnv): string | undefined {
  const host = env.OLLAMA_HOST?.trim();
  if (provider !== "ollama" || !host) return undefined;
  const url = new URL(host.includes("://") ? host : `http://${host}`);
  if (url.port === "" && !host.includes("://")) url.port = "11434";
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  return url.href;
}
