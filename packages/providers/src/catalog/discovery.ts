import { findCredential } from "../auth/find-credential.js";
import { zotHome } from "../auth/home.js";
import { writePrivateFile } from "../auth/write-private-file.js";
import { findEndpoint } from "../endpoint.js";
import { fetchJson } from "../http/fetch-json.js";
import type { Model } from "../model.js";
import { explainFailure } from "../wire/explain.js";
import { loadWire } from "../wire/load-wire.js";
import { buildCatalog } from "./build-catalog.js";
import type { DiscoverModelsOptions } from "./discover.js";
import { cachePath, readCache, type CacheEntry } from "./discovery-cache.js";
import { readModelList } from "./model-list.js";

const FRESH_MS = 6 * 60 * 60 * 1000;
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

export async function runDiscovery(options: DiscoverModelsOptions): Promise<Model[]> {
  const { provider, env = process.env, now = Date.now() } = options;
  if (provider === "offline") return buildCatalog(options).listModels(provider);
  const home = options.home ?? zotHome(env);
  const catalog = buildCatalog({ home });
  const { baseUrl, api } = findEndpoint({ ...options, env }, catalog);
  const key = `${provider} ${baseUrl}`;
  const cached = readCache(home)[key];
  const age = now - (cached?.fetched_at ?? 0);
  // A clock that was set back must not keep an entry alive for ever.
  if (cached === undefined || age < 0 || age >= FRESH_MS) {
    const models = await fetchModels({ ...options, env, baseUrl, api });
    await writeCache(home, key, { fetched_at: now, models });
  }
  return buildCatalog({ home }).listModels(provider);
}

async function fetchModels(
  options: DiscoverModelsOptions & { env: NodeJS.ProcessEnv; baseUrl: string; api: Model["api"] },
): Promise<CacheEntry["models"]> {
  const { provider, env, baseUrl, api = "openai-chat" } = options;
  const wire = await loadWire(api);
  const credential = await findCredential(options);
  const request = { model: "", messages: [], provider, known: undefined, baseUrl };
  const page = { anthropic: "?limit=1000", google: "?pageSize=1000" }[api as string] ?? "";
  const { status, json, text } = await fetchJson(
    {
      method: "GET",
      url: new URL(`${baseUrl}/models${page}`),
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
  const models = status === 200 ? readModelList(provider, json) : undefined;
  if (models !== undefined) return models;
  throw explainFailure({ provider, status, complaint: wire.complaint(json), text });
}

async function writeCache(home: string, key: string, entry: CacheEntry): Promise<void> {
  const file = { ...readCache(home), [key]: entry };
  await writePrivateFile(cachePath(home), `${JSON.stringify(file)}\n`);
}
