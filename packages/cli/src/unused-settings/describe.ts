import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findUnusedCredentials, type Catalog } from "@zot/sdk";
import { replaceFile } from "../replace-file.js";
import { TOLD, type Unused } from "./tell.js";

const MORE = "docs/from-go-zot.md says more";

/** The lines for what was not told yet; from now on it was. */
export async function describeUnused(
  home: string,
  found: Unused,
  catalog: Catalog,
): Promise<string[]> {
  const told = readTold(home);
  const { unknown, obstacles } = await findUnusedCredentials(home, catalog.providers);
  const kinds: [kind: string, names: readonly string[], what: string][] = [
    ["setting", found.settings, "config.json has settings that this zot does not use"],
    ["model field", found.modelFields, "models.json has fields that this zot does not use"],
    ["file", found.files, `${home} holds what this zot does not use`],
    ["credential", unknown, "auth.json has credentials for providers that this zot does not have"],
  ];
  const lines: string[] = [];
  const takeNews = (kind: string, names: readonly string[]) => {
    const news = names.filter((name) => !told.has(`${kind} ${name}`));
    for (const name of news) told.add(`${kind} ${name}`);
    return news;
  };
  for (const [kind, names, what] of kinds) {
    const news = takeNews(kind, names);
    if (news.length > 0) lines.push(`${what}: ${news.join(", ")}`);
  }
  for (const name of takeNews("login", Object.keys(obstacles))) {
    lines.push(`${obstacles[name] ?? name}; /login takes a key`);
  }
  writeTold(home, [...told]);
  const last = lines.pop();
  return last === undefined ? [] : [...lines, `${last} (nothing was changed; ${MORE})`];
}

function readTold(home: string): Set<string> {
  try {
    const { told } = JSON.parse(readFileSync(join(home, TOLD), "utf8")) as { told?: unknown };
    return new Set(Array.isArray(told) ? told.filter((item) => typeof item === "string") : []);
  } catch {
    // Missing or damaged: being told twice does no harm.
    return new Set();
  }
}

/** Nobody can be told less often where nothing can be written. */
function writeTold(home: string, told: readonly string[]): void {
  try {
    replaceFile(join(home, TOLD), `${JSON.stringify({ told }, undefined, 2)}\n`);
  } catch {
    // Then it is told again.
  }
}
