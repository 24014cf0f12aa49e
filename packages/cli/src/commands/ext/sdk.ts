import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { VERSION } from "../../version.js";

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

/** Whether an extension asks npm for the SDK, in this version, and does not bring it. */
export function wantsSdk(dir: string): boolean {
  if (existsSync(join(dir, "node_modules", NAME)) || !existsSync(BUILT)) return false;
  try {
    const { dependencies } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as {
      dependencies?: Record<string, unknown>;
    };
    const range = dependencies?.[NAME];
    return typeof range === "string" && accepts(range);
  } catch {
    return false;
  }
}

/** Any version, or one that a caret of it would accept. */
function accepts(range: string): boolean {
  if (["*", "latest", "x"].includes(range)) return true;
  const asked = /^[\^~]?(\d+)\.(\d+)/.exec(range);
  const [major, minor] = VERSION.split(".");
  return asked?.[1] === major && (major !== "0" || asked?.[2] === minor);
}
