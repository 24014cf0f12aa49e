import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { writeExtension } from "./extensions.js";
import { makeFolder } from "./run-zot.js";

/** An extension in a folder of its name, to be run by `zot ext dev`. */
export async function makeExtension(manifest: Record<string, unknown> = {}) {
  return writeExtension(join(await makeFolder(), "alpha"), { name: "alpha", ...manifest });
}

/** Every process that runs in this folder; only Linux tells. */
export function processesIn(dir: string): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").filter((pid) => {
    try {
      return readlinkSync(join("/proc", pid, "cwd")) === dir;
    } catch {
      return false;
    }
  });
}
