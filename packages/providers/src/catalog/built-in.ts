import type { Model } from "../model.js";
import { anthropicModels } from "./models/anthropic.js";
import { googleModels } from "./models/google.js";
import { kimiModels } from "./models/kimi.js";
import { offlineModels } from "./models/offline.js";
import { ollamaModels } from "./models/ollama.js";
import { openaiModels } from "./models/openai.js";

/** Every model that this package knows without asking anyone; each provider's default comes first. */
export const builtInModels: readonly Model[] = [
  ...anthropicModels,
  ...openaiModels,
  ...googleModels,
  ...kimiModels,
  ...ollamaModels,
  ...offlineModels,
];

/**
 * The built-in models of one provider, or of all; the provider's default first.
 *
 * @example
 * listModels("anthropic").map((model) => model.id);
 */
export function listModels(provider?: string): Model[] {
  return builtInModels.filter((model) => provider === undefined || model.provider === provider);
}

/**
 * A built-in model by its id.
 *
 * @example
 * findModel("offline", "offline")?.context_window; // 200000
 */
export function findModel(provider: string, id: string): Model | undefined {
  return builtInModels.find((model) => model.provider === provider && model.id === id);
}

/**
 * The model that a provider is used with when none is named.
 *
 * @example
 * defaultModel("offline")?.id; // "offline"
 */
export function defaultModel(provider: string): Model | undefined {
  return builtInModels.find((model) => model.provider === provider);
}
