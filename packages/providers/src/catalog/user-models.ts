import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OAuthConfig } from "../auth/oauth/oauth-config.js";
import type { Model, WireApi } from "../model.js";
import { asObject, asString, isObject, type Json } from "../wire/json.js";
import { readOAuth } from "./user-oauth.js";

/** What `models.json` says: models on top of the catalog, and providers of one's own. */
export interface UserModels {
  models: UserModel[];
  providers: Map<string, UserProvider>;
  /** One sentence for each part that could not be used. */
  warnings: string[];
  /** Fields that mean something to the Go zot only. */
  unused: Set<string>;
}

/** Only what the file mentions; the rest comes from the catalog. */
export type UserModel = Pick<Model, "id" | "provider"> &
  Partial<Omit<Model, "price">> & { price: Partial<Model["price"]> };

export interface UserProvider {
  base_url?: string;
  api?: WireApi;
  /** False for `"auth": "none"`. */
  needsKey: boolean;
  oauth?: OAuthConfig;
}

/** Spellings that the Go zot takes for a provider, and for a wire. */
const PROVIDER_ALIASES: Record<string, string> = {
  "openai-responses": "openai",
  "anthropic-messages": "anthropic",
  moonshot: "kimi",
  "moonshot-ai": "kimi",
  "kimi-code": "kimi",
  "deepseek-chat": "deepseek",
  "deepseek-ai": "deepseek",
};
const API_ALIASES: Record<string, WireApi> = {
  openai: "openai-chat",
  "openai-chat": "openai-chat",
  "openai-completions": "openai-chat",
  chat: "openai-chat",
  "openai-responses": "openai-responses",
  responses: "openai-responses",
  anthropic: "anthropic",
  "anthropic-messages": "anthropic",
  messages: "anthropic",
  google: "google",
  gemini: "google",
};

export function readUserModels(home: string): UserModels {
  const result: UserModels = { models: [], providers: new Map(), warnings: [], unused: new Set() };
  const path = join(home, "models.json");
  // Most homes have none, and an error is slow to make.
  if (!existsSync(path)) return result;
  let text;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return result;
  }
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    result.warnings.push(`models.json: ${(error as Error).message} (file ignored)`);
    return result;
  }
  for (const [name, entry] of Object.entries(asObject(asObject(file).providers))) {
    if (name === "" || !isObject(entry)) {
      result.warnings.push(`models.json: provider "${name}" is not an object (ignored)`);
    } else readProvider(PROVIDER_ALIASES[name] ?? name, entry, result);
  }
  return result;
}

function readProvider(name: string, entry: Json, result: UserModels): void {
  const { warnings } = result;
  const api = readApi(entry.api, `provider "${name}"`, warnings);
  const base_url = asString(entry.baseUrl);
  const oauth = readOAuth(entry.oauth, name, warnings);
  result.providers.set(name, {
    ...(base_url === undefined ? {} : { base_url }),
    ...(api === undefined ? {} : { api }),
    needsKey: entry.auth !== "none",
    ...(oauth === undefined ? {} : { oauth }),
  });
  if (entry.discover === true) result.unused.add("discover");
  const models = Array.isArray(entry.models) ? (entry.models as unknown[]) : [];
  for (const [index, model] of models.entries()) {
    const id = isObject(model) ? asString(model.id) : undefined;
    if (!isObject(model) || !id) {
      warnings.push(`models.json: ${name} entry #${index + 1} has no id (ignored)`);
    } else if (model.type !== undefined && model.type !== "chat") {
      warnings.push(`models.json: ${name}/${id} is not a chat model (ignored)`);
    } else {
      if (isObject(model.reasoningLevelMap)) result.unused.add("reasoningLevelMap");
      result.models.push(readModel(name, id, model, { api, base_url, warnings }));
    }
  }
}

function readModel(
  provider: string,
  id: string,
  entry: Json,
  outer: { api: WireApi | undefined; base_url: string | undefined; warnings: string[] },
): UserModel {
  const count = (key: string) => readNumber(entry, key, `${provider}/${id}`, outer.warnings);
  const api = readApi(entry.api, `${provider}/${id}`, outer.warnings) ?? outer.api;
  return dropUndefined({
    id,
    provider,
    name: asString(entry.name),
    reasoning: typeof entry.reasoning === "boolean" ? entry.reasoning : undefined,
    context_window: count("contextWindow"),
    max_output: count("maxTokens"),
    base_url: asString(entry.baseUrl) ?? outer.base_url,
    api,
    price: dropUndefined({
      input: count("priceInput"),
      output: count("priceOutput"),
      cache_read: count("priceCacheRead"),
      cache_write: count("priceCacheWrite"),
    }),
  });
}

function readApi(value: unknown, where: string, warnings: string[]): WireApi | undefined {
  const name = asString(value)?.trim().toLowerCase();
  if (name === undefined || name === "") return undefined;
  const api = API_ALIASES[name];
  if (api === undefined) warnings.push(`models.json: ${where} has the unknown api "${name}"`);
  return api;
}

function readNumber(
  entry: Json,
  key: string,
  where: string,
  warnings: string[],
): number | undefined {
  const value = entry[key];
  if (value === undefined) return undefined;
  if (typeof value === "number" && value >= 0) return value;
  warnings.push(`models.json: ${where} has a ${key} that is not a number from 0 up (ignored)`);
  return undefined;
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function dropUndefined<T extends object>(value: T): Defined<T> {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}
