import { zotHome } from "../auth/home.js";
import { ProviderError } from "../errors.js";
import type { Model } from "../model.js";
import { PROVIDERS } from "../provider-info.js";
import { builtInModels } from "./built-in.js";
import type { Catalog, LoadCatalogOptions } from "./catalog.js";
import { readDiscovered } from "./discovery-cache.js";
import { readUserModels, type UserModel } from "./user-models.js";

/** What is assumed of a model that nobody described. */
const UNKNOWN = { context_window: 128_000, max_output: 16_384, reasoning: true };
const FREE = { input: 0, output: 0, cache_read: 0, cache_write: 0 };

export function buildCatalog(options: LoadCatalogOptions): Catalog {
  const home = options.home ?? zotHome(options.env);
  const user = readUserModels(home);
  const discovered = readDiscovered(home);
  const models = new Map<string, Model>();
  const keyOf = ({ provider, id }: Pick<Model, "provider" | "id">) => `${provider} ${id}`;
  for (const model of builtInModels) models.set(keyOf(model), model);
  for (const model of [...discovered, ...user.models]) {
    models.set(keyOf(model), merge(models.get(keyOf(model)), model));
  }
  const list = [...models.values()];
  const own = [...user.providers.keys()].filter((name) => !PROVIDERS.some((p) => p === name));
  const findModel = (provider: string, id: string) => models.get(keyOf({ provider, id }));
  return {
    providers: [...PROVIDERS, ...own],
    warnings: user.warnings,
    unused: [...user.unused],
    listModels: (provider) =>
      list.filter((model) => provider === undefined || model.provider === provider),
    findModel,
    defaultModel: (provider) => list.find((model) => model.provider === provider),
    userProvider: (provider) => user.providers.get(provider),
    resolveModel({ provider, id, baseUrl }) {
      const model = findModel(provider, id);
      if (model !== undefined) return { model };
      const elsewhere = baseUrl ?? user.providers.get(provider)?.base_url;
      if (elsewhere === undefined && provider !== "ollama") throw unknownModel(provider, id);
      const warning =
        `${id} is unknown: assuming ${UNKNOWN.context_window / 1000}k context, ` +
        `no price (set it in models.json)`;
      return { model: { id, provider, name: id, ...UNKNOWN, price: FREE }, warning };
    },
  };
}

function merge(base: Model | undefined, over: UserModel): Model {
  const price = { ...FREE, ...base?.price, ...over.price };
  return { ...UNKNOWN, name: over.id, ...base, ...over, price };
}

function unknownModel(provider: string, id: string): ProviderError {
  const message = `unknown model "${id}" (provider="${provider}")`;
  return new ProviderError("unknown_model", message, { provider });
}
