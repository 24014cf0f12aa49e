import type { Model } from "../model.js";
import type { UserProvider } from "./user-models.js";

/**
 * The built-in models, with those that discovery found and what `models.json` says on top.
 *
 * @example
 * const catalog = await loadCatalog();
 * catalog.listModels("ollama");
 */
export interface Catalog {
  /** The built-in providers and those of `models.json`. */
  readonly providers: readonly string[];
  /** What could not be used of `models.json`, a sentence each. */
  readonly warnings: readonly string[];
  /** Fields of `models.json` that mean something to the Go zot only. */
  readonly unused: readonly string[];
  listModels(provider?: string): Model[];
  findModel(provider: string, id: string): Model | undefined;
  defaultModel(provider: string): Model | undefined;
  /**
   * A model that can be asked for. One that nobody described is an error, unless a base URL is
   * given: then it comes with a warning.
   */
  resolveModel(query: { provider: string; id: string; baseUrl?: string | undefined }): {
    model: Model;
    warning?: string;
  };
  /** What `models.json` says of a provider as a whole. */
  userProvider(provider: string): UserProvider | undefined;
}

export interface LoadCatalogOptions {
  /** The folder with `models.json`; `$ZOT_HOME` by default. */
  home?: string | undefined;
  env?: NodeJS.ProcessEnv | undefined;
}

/**
 * Loads the catalog with what `$ZOT_HOME` adds to it. Nothing is fetched: see `discoverModels`.
 *
 * @example
 * const catalog = await loadCatalog({ home: "/tmp/zot" });
 * for (const warning of catalog.warnings) console.error(warning);
 */
export async function loadCatalog(options: LoadCatalogOptions = {}): Promise<Catalog> {
  const { buildCatalog } = await import("./build-catalog.js");
  return buildCatalog(options);
}
