import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../context/base.js";
import { readRegularFile } from "../discovery/regular-file.js";
import type { TrustBoundary } from "./boundary.js";

const MAX_SETTINGS_BYTES = 1024 * 1024;

/** What Node takes from the folders above a script: a reason against, or what it read there. */
export type Above = { ok: true; settings: string } | { ok: false; why: string };

/** Node looks for packages, and for the kind of a module, in every folder above a script. */
export function readAbove(boundary: TrustBoundary): Above {
  for (const folder of boundary.above()) {
    if (existsSync(join(folder, "node_modules"))) {
      const where = join(folder, "node_modules");
      return { ok: false, why: `node also looks for packages in ${where}, which is outside of it` };
    }
  }
  if (existsSync(join(boundary.root, "package.json"))) return { ok: true, settings: "" };
  for (const folder of boundary.above()) {
    const path = join(folder, "package.json");
    if (!existsSync(path)) continue;
    const settings = readObject(path);
    if (!settings || "imports" in settings || "exports" in settings) {
      const why = `it has no package.json of its own, so node goes by ${path}`;
      return { ok: false, why };
    }
    return { ok: true, settings: typeof settings.type === "string" ? settings.type : "" };
  }
  return { ok: true, settings: "" };
}

/** Why a name that node is to load first is not known to stay in the folder. */
export function checkLoader(name: string, boundary: TrustBoundary): string | undefined {
  if (!/^tsx(?:\/(?:esm|cjs))?$/.test(name)) return `zot does not know what ${name} loads`;
  const path = join(boundary.root, "tsconfig.json");
  const advice = "give it a tsconfig.json of its own, without extends and paths";
  // What is there may hold comments, so it is not parsed.
  const text = existsSync(path) ? readText(path) : undefined;
  if (text === undefined || /"(?:extends|paths|baseUrl|rootDirs)"|\\/.test(text)) {
    return `tsx goes by settings outside of it; ${advice}`;
  }
  return undefined;
}

function readText(path: string): string | undefined {
  try {
    if (!statSync(path).isFile()) return undefined;
    return readRegularFile(path, { maxBytes: MAX_SETTINGS_BYTES }).toString("utf8");
  } catch {
    return undefined;
  }
}

function readObject(path: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(readText(path) ?? "");
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
