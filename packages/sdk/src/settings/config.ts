import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WorkspaceError } from "../errors.js";

/** What zot remembers between runs, in config.json. The file may hold more; unknown fields are kept. */
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

export function readConfig(home: string): Config {
  const path = join(home, "config.json");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new WorkspaceError("bad-settings", `can't read ${path}: ${(error as Error).message}`);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (error) {
    const reason = (error as Error).message;
    throw new WorkspaceError("bad-settings", `${path} is not JSON (${reason}); fix or remove it`);
  }
  throw new WorkspaceError("bad-settings", `${path} must hold a JSON object; fix or remove it`);
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
