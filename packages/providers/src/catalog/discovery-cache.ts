import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asObject, isObject } from "../wire/json.js";
import type { UserModel } from "./user-models.js";

export interface CacheEntry {
  fetched_at: number;
  models: UserModel[];
}

/** One entry for each provider and address; the file holds nothing secret. */
export function readCache(home: string): Record<string, CacheEntry> {
  const path = cachePath(home);
  // Most homes have none, and an error is slow to make.
  if (!existsSync(path)) return {};
  try {
    const file: unknown = JSON.parse(readFileSync(path, "utf8"));
    const entries = Object.entries(asObject(file)).filter(([, entry]) => isCacheEntry(entry));
    return Object.fromEntries(entries) as Record<string, CacheEntry>;
  } catch {
    // Cut off by a crash of an older version: it is only a cache.
    return {};
  }
}

/** Every model that was ever found; an old answer is better than none. */
export function readDiscovered(home: string): UserModel[] {
  return Object.values(readCache(home)).flatMap(({ models }) => models);
}

export function cachePath(home: string): string {
  return join(home, "models-cache.json");
}

function isCacheEntry(entry: unknown): entry is CacheEntry {
  return isObject(entry) && typeof entry.fetched_at === "number" && Array.isArray(entry.models);
}
