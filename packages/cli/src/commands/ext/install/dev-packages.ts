import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "@zot/sdk/extensions";

interface LockedPackage {
  dev?: unknown;
  bin?: object;
}

/** Packages that an extension has for its development only. */
export interface DevPackages {
  names: string[];
  /** Their folders and their commands, by full path. */
  paths: ReadonlySet<string>;
}

const MODULES = "node_modules/";
const COMMANDS = ".bin/";
const NONE: DevPackages = { names: [], paths: new Set() };
/** They run scripts of package.json, which may need anything. */
const SCRIPT_RUNNERS = ["npm", "pnpm", "yarn", "bun"];

/**
 * What npm installed for development only, by the record that it keeps in node_modules. None where
 * another package manager was at work, where the record is behind package.json, and where the
 * extension is started through one of them.
 */
export function findDevPackages(dir: string): DevPackages {
  const lock = readJson(join(dir, "node_modules", ".package-lock.json"));
  const packages = Object.entries(lock.packages ?? {}).filter(isPackage);
  const dev = packages.filter(([path, { dev }]) => dev === true && path.startsWith(MODULES));
  const keptCommands = packages.filter(([, { dev }]) => dev !== true).flatMap(commandsOf);
  const commands = dev.flatMap(commandsOf).filter((path) => !keptCommands.includes(path));
  const names = [...new Set(dev.map(([path]) => nameOf(path)))].toSorted();

  const { dependencies } = readJson(join(dir, "package.json"));
  if (Object.keys(dependencies ?? {}).some((name) => names.includes(name))) return NONE;
  const startsBy = commandReader(dir);
  if (startsBy(...SCRIPT_RUNNERS, ...names, ...commands.map(nameOf))) return NONE;

  const files = commands.flatMap((path) => [path, `${path}.cmd`, `${path}.ps1`]);
  const paths = [...dev.map(([path]) => path), ...files].map((path) => join(dir, path));
  return { names, paths: new Set(paths) };
}

function isPackage(entry: [string, unknown]): entry is [string, LockedPackage] {
  return typeof entry[1] === "object" && entry[1] !== null;
}

/** `node_modules/a/node_modules/@b/c` holds `@b/c`. */
function nameOf(path: string): string {
  const inside = path.slice(path.lastIndexOf(MODULES) + MODULES.length);
  return inside.startsWith(COMMANDS) ? inside.slice(COMMANDS.length) : inside;
}

function commandsOf([path, { bin }]: [string, LockedPackage]): string[] {
  const modules = path.slice(0, path.lastIndexOf(MODULES) + MODULES.length);
  return Object.keys(bin ?? {}).map((name) => modules + COMMANDS + name);
}

/** Tells whether the command line of an extension has one of some names in it: `tsx`, `--import=tsx/esm`, `npx tsx@4`. */
function commandReader(dir: string): (...names: string[]) => boolean {
  const read = readManifest(dir);
  const { exec = "", args = [] } = read.ok ? read.manifest : {};
  const words = [exec, ...args]
    .flatMap((text) => text.split(/[\s=]+/))
    .map((word) => `/${word.replaceAll("\\", "/").replace(/(?!^)@[^/]*$/, "")}/`);
  return (...names) => names.some((name) => words.some((word) => word.includes(`/${name}/`)));
}

function readJson(path: string): { packages?: object; dependencies?: object } {
  try {
    return (JSON.parse(readFileSync(path, "utf8")) ?? {}) as object;
  } catch {
    return {};
  }
}
