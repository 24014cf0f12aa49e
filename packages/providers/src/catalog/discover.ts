import type { Model, WireApi } from "../model.js";

export interface DiscoverModelsOptions {
  provider: string;
  apiKey?: string | undefined;
  baseUrl?: string | undefined;
  api?: WireApi | undefined;
  home?: string | undefined;
  env?: NodeJS.ProcessEnv | undefined;
  signal?: AbortSignal | undefined;
  /** The time, in milliseconds since 1970. */
  now?: number | undefined;
}

/**
 * Asks a provider which models it has, at most every six hours, and returns its models with
 * everything that the catalog knows of them. The answer is kept in `$ZOT_HOME/models-cache.json`,
 * where `loadCatalog` finds it. Throws a ProviderError if the provider can't be asked.
 *
 * @example
 * const models = await discoverModels({ provider: "ollama" });
 */
export async function discoverModels(options: DiscoverModelsOptions): Promise<Model[]> {
  const { runDiscovery } = await import("./discovery.js");
  return runDiscovery(options);
}
