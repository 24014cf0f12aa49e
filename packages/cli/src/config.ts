import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CliError } from "./errors.js";
import { isObject } from "./is-object.js";
import { replaceFile } from "./replace-file.js";

/** What zot remembers between runs. The file may hold more; unknown fields are kept. */
export interface Config {
  provider?: string;
  model?: string;
  reasoning?: string;
  theme?: string;
  /** What a failing guard means, by extension. */
  on_failure?: unknown;
  /** Tools begin inside the working folder. */
  jail_by_default?: boolean;
  /** Percent of the window at which old messages are summed up; 0 for never. */
  auto_compact_threshold?: number;
  /** For where the environment names no proxy. */
  http_proxy?: string;
}

export function readConfig(zotHome: string): Config {
  const path = join(zotHome, "config.json");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new CliError(`can't read ${path}: ${(error as Error).message}`);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (error) {
    throw new CliError(`${path} is not JSON (${(error as Error).message}); mend or remove it`);
  }
  throw new CliError(`${path} must hold a JSON object; mend or remove it`);
}

/** Changes some fields, and keeps the others. */
export function updateConfig(zotHome: string, change: Config): void {
  const path = join(zotHome, "config.json");
  const next = { ...readConfig(zotHome), ...change };
  mkdirSync(zotHome, { recursive: true, mode: 0o700 });
  try {
    replaceFile(path, `${JSON.stringify(next, undefined, 2)}\n`);
  } catch (error) {
    throw new CliError(`can't write ${path}: ${(error as Error).message}`);
  }
}
