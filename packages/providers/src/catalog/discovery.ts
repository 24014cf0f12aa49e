import { findCredential } from "../auth/find-credential.js";
import { zotHome } from "../auth/home.js";
import { writePrivateFile } from "../auth/store/write-private-file.js";
import { findEndpoint } from "../endpoint.js";
import type { Model, WireApi } from "../model.js";
import { requestModels } from "../wire/request-models.js";
import { buildCatalog } from "./build-catalog.js";
import type { DiscoverModelsOptions } from "./discover.js";
import { cachePath, readCache, type CacheEntry } from "./discovery-cache.js";
import { readModelList } from "./model-list.js";

const FRESH_MS = 6 * 60 * 60 * 1000;

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
  options: DiscoverModelsOptions & { env: NodeJS.ProcessEnv; baseUrl: string; api: WireApi },
): Promise<CacheEntry["models"]> {
  const { provider, api } = options;
  const query = { anthropic: "?limit=1000", google: "?pageSize=1000" }[api as string] ?? "";
  const credential = await findCredential(options);
  const answer = await requestModels({ ...options, query, credential });
  const models = answer.status === 200 ? readModelList(provider, answer.json) : undefined;
  if (models === undefined) throw answer.explain();
  return models;
}

async function writeCache(home: string, key: string, entry: CacheEntry): Promise<void> {
  const file = { ...readCache(home), [key]: entry };
  await writePrivateFile(cachePath(home), `${JSON.stringify(file)}\n`);
}
