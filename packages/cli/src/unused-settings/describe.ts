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
  const news = (kind: string, names: readonly string[]) =>
    names.filter((name) => !told.has(`${kind} ${name}`));
  const settings = news("setting", found.settings);
  const files = news("file", found.files);
  const fields = news("model field", found.modelFields);
  const credentials = await findUnusedCredentials(home, catalog.providers);
  const unknown = news("credential", credentials.unknown);
  const stuck = news("login", Object.keys(credentials.obstacles));

  const lines = [
    ...say("config.json has settings that this zot does not use", settings),
    ...say("models.json has fields that this zot does not use", fields),
    ...say(`${home} holds what this zot does not use`, files),
    ...say("auth.json has credentials for providers that this zot does not have", unknown),
    ...stuck.map((name) => `${credentials.obstacles[name] ?? name}; /login takes a key`),
  ];
  writeTold(home, [
    ...told,
    ...settings.map((name) => `setting ${name}`),
    ...files.map((name) => `file ${name}`),
    ...fields.map((name) => `model field ${name}`),
    ...unknown.map((name) => `credential ${name}`),
    ...stuck.map((name) => `login ${name}`),
  ]);
  const last = lines.pop();
  return last === undefined ? [] : [...lines, `${last} (nothing was changed; ${MORE})`];
}

function say(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${names.join(", ")}`];
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
