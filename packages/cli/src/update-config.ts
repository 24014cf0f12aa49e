import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readConfig, type Config } from "@zot/sdk";
import { CliError } from "./errors.js";
import { replaceFile } from "./replace-file.js";

/** Changes some fields of config.json, and keeps the others. */
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
