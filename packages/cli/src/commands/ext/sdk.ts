import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { VERSION } from "../../version.js";
import { leadsOut } from "./install/leads-out.js";
import { setInJson } from "./set-in-json.js";

const NAME = "@zot/ext";
/** The build puts the SDK here, in one piece, without anything to install. */
const BUILT = fileURLToPath(new URL("./sdk", import.meta.url));

/**
 * Puts zot's own copy of the SDK into an extension's node_modules, where npm would put the published
 * one: an extension that needs nothing else runs at once.
 */
export function addSdk(dir: string): void {
  const target = join(dir, "node_modules", NAME);
  mkdirSync(target, { recursive: true });
  cpSync(BUILT, target, { recursive: true });
  const manifest = {
    name: NAME,
    version: VERSION,
    type: "module",
    exports: { ".": "./index.js", "./testing": "./testing.js", "./package.json": "./package.json" },
  };
  writeFileSync(join(target, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/**
 * Gives an installed extension the SDK that it asks npm for and does not bring: zot's own, if that is a
 * version it takes, or if it asks for a folder that is elsewhere. Returns whether it did.
 */
export async function provideSdk(dir: string): Promise<boolean> {
  if (existsSync(join(dir, "node_modules", NAME)) || !existsSync(BUILT)) return false;
  const path = join(dir, "package.json");
  const range = readRange(path);
  if (typeof range !== "string") return false;
  if (isElsewhere(range)) {
    // Or the next npm install there would put a link to nowhere in its place.
    const text = readFileSync(path, "utf8");
    writeFileSync(path, await setInJson(text, ["dependencies", NAME], `^${VERSION}`));
  } else if (!accepts(range)) return false;
  addSdk(dir);
  return true;
}

/** The version of the SDK that a package asks for, if it has a package.json that says so. */
function readRange(path: string): unknown {
  try {
    const manifest = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, "")) as {
      dependencies?: Record<string, unknown>;
    };
    return manifest.dependencies?.[NAME];
  } catch {
    return undefined;
  }
}

/** A folder of the machine or of the workspace that the extension comes from. */
function isElsewhere(range: string): boolean {
  const [, kind, path = ""] = /^(file|link|portal|workspace):(.*)$/.exec(range) ?? [];
  return kind === "workspace" || (kind !== undefined && leadsOut(path));
}

/** Any version, or one that a caret of it would accept. */
function accepts(range: string): boolean {
  if (["*", "latest", "x"].includes(range)) return true;
  const asked = /^[\^~]?(\d+)\.(\d+)/.exec(range);
  const [major, minor] = VERSION.split(".");
  return asked?.[1] === major && (major !== "0" || asked?.[2] === minor);
}
