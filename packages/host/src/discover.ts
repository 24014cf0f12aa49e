import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Manifest } from "@zot/protocol";
import type { ExtensionScope } from "./extension-state.js";
import { MANIFEST_FILE, nameStrangers, readManifest } from "./read-manifest.js";

/** An extension folder, and what its manifest says. */
export interface Found {
  /** The manifest's name; the folder's where the manifest can't be used. */
  name: string;
  dir: string;
  scope: ExtensionScope;
  manifest: Manifest | undefined;
  /** Why it can't be used. */
  problem: string | undefined;
  /** The folder whose extension has its name. */
  shadowedBy: string | undefined;
}

export interface DiscoverOptions {
  cwd: string;
  zotHome: string;
  paths: readonly string[];
  project: boolean;
  global: boolean;
}

/**
 * All extension folders in the order that decides about names: paths, project, global. Starts nothing.
 *
 * @example
 * const found = discover({ cwd, zotHome, paths: [], project: true, global: true });
 * console.log(found.map(({ name, problem }) => problem ?? name));
 */
export function discover(options: DiscoverOptions): Found[] {
  const candidates = [
    ...options.paths.map((path) => candidate(pathDir(path), "path")),
    ...(options.project ? candidatesIn(join(options.cwd, ".zot", "extensions"), "project") : []),
    ...(options.global ? candidatesIn(join(options.zotHome, "extensions"), "global") : []),
  ];
  const folders = new Map<string, Found>();
  const names = new Map<string, Found>();
  for (const found of candidates) {
    // The Go zot shadows by folder name first (project over global), even if the manifests' names
    // differ. An explicit path has any folder name, such as `dist`.
    const folder = found.scope === "path" ? found.dir : basename(found.dir);
    const rival = folders.get(folder) ?? names.get(found.name);
    if (rival) found.shadowedBy = rival.dir;
    else {
      folders.set(folder, found);
      names.set(found.name, found);
    }
  }
  return candidates;
}

/** `--ext` takes the folder, or its manifest. */
function pathDir(path: string): string {
  const absolute = resolve(path);
  return basename(absolute) === MANIFEST_FILE ? resolve(absolute, "..") : absolute;
}

function candidatesIn(folder: string, scope: ExtensionScope): Found[] {
  return namesIn(folder)
    .filter((name) => !name.startsWith("."))
    .toSorted()
    .map((name) => join(folder, name))
    .filter((dir) => existsSync(join(dir, MANIFEST_FILE)))
    .map((dir) => candidate(dir, scope));
}

function namesIn(folder: string): string[] {
  // Most folders have none, and an error is slow to make.
  if (!existsSync(folder)) return [];
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function candidate(dir: string, scope: ExtensionScope): Found {
  const found = { dir, scope, shadowedBy: undefined };
  const read = readManifest(dir, { mayBeLinked: scope !== "project" });
  const problem = read.ok ? findEmptiness(dir, read.manifest) : findObstacle(dir, read.reason);
  const name = read.ok ? read.manifest.name : basename(dir);
  const manifest = read.ok && problem === undefined ? read.manifest : undefined;
  return { ...found, name, manifest, problem };
}

/** Why a manifest could not be read. */
function findObstacle(dir: string, reason: string): string {
  const stats = statSync(dir, { throwIfNoEntry: false });
  if (stats === undefined) return "there is no such folder";
  if (!stats.isDirectory()) return `it is a file; name the folder that holds ${MANIFEST_FILE}`;
  return existsSync(join(dir, MANIFEST_FILE)) ? reason : `there is no ${MANIFEST_FILE} in it`;
}

/** The Go zot takes a folder without a program for a bundle, also where "exec" is only misspelt. */
function findEmptiness(dir: string, manifest: Manifest): string | undefined {
  const { exec, skills, enabled } = manifest;
  if (exec !== undefined || enabled === false) return undefined;
  if (skills?.length || "themes" in manifest) return undefined;
  if (existsSync(join(dir, "themes")) || existsSync(join(dir, "skills"))) return undefined;
  return `${MANIFEST_FILE}: it names neither a program ("exec") nor skills${nameStrangers(manifest)}`;
}
