import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Manifest } from "@zot/protocol";
import type { Settings } from "../context/host-context.js";
import { MANIFEST_FILE, listUnknownFields, readManifest } from "./read-manifest.js";

/** Where an extension was found: named for this run, in the project, or among the user's own. */
export type ExtensionScope = "path" | "project" | "global";

/** An extension folder, and what its manifest says. */
export interface Found {
  /** The manifest's name; the folder's where the manifest can't be used. */
  name: string;
  dir: string;
  scope: ExtensionScope;
  manifest: Manifest | undefined;
  /** Why it can't be used. */
  problem: string | undefined;
  /** Those that come before it under its name or its folder's. The first of them that may run has the name. */
  rivals: readonly Found[];
}

export interface DiscoverOptions {
  cwd: string;
  zotHome: string;
  /** Folders of this run; none by default. */
  paths?: readonly string[];
  /** Whether to look there; both by default. */
  project?: boolean;
  global?: boolean;
  /** Names of which the user's own comes before that of a project, trusted or not. */
  protectedNames?: ReadonlySet<string>;
}

/** Who comes first under a name; a project's extension only if it is trusted and can be started. */
const ORDER = { path: 0, protected: 1, project: 2, global: 3 };

/**
 * All extension folders in the order that decides about names: paths, project, global. Starts nothing.
 *
 * @example
 * const found = discover({ cwd, zotHome });
 * console.log(found.map(({ name, problem }) => problem ?? name));
 */
export function discover(options: DiscoverOptions): Found[] {
  const { cwd, zotHome, paths = [], project = true, global = true, protectedNames } = options;
  const candidates = [
    ...paths.map((path) => candidate(pathDir(path), "path")),
    ...(project ? candidatesIn(join(cwd, ".zot", "extensions"), "project") : []),
    ...(global ? candidatesIn(join(zotHome, "extensions"), "global") : []),
  ];
  const rank = ({ scope, name }: Found) =>
    ORDER[scope === "global" && protectedNames?.has(name) ? "protected" : scope];
  const claims: Found[] = [];
  for (const found of candidates.toSorted((a, b) => rank(a) - rank(b))) {
    found.rivals = claims.filter((earlier) => clash(earlier, found) && mayReplace(earlier, found));
    claims.push(found);
  }
  return candidates;
}

/** What there is to start, where a host is told to look. */
export function findExtensions({ discover: where, onFailure, ...settings }: Settings): Found[] {
  // A guard that the user trusts to stop everything is not for a project to replace.
  const names = Object.keys(onFailure).filter((name) => onFailure[name] === "deny");
  return discover({ ...settings, ...where, protectedNames: new Set(names) });
}

/**
 * The one that has the name of another: nothing when that one has it itself. `mayRun` says whether one is trusted,
 * enabled and can be started.
 *
 * @example
 * const shadow = findShadow(found, ({ scope }) => scope !== "project");
 * console.log(shadow ? `${shadow.dir} comes first` : "it runs");
 */
export function findShadow(found: Found, mayRun: (rival: Found) => boolean): Found | undefined {
  return found.rivals.find((rival) => mayRun(rival) && !findShadow(rival, mayRun));
}

/**
 * Why one does not run whose name another one has.
 *
 * @example
 * const shadow = findShadow(found, mayRun);
 * if (shadow) console.log(describeShadow(found, shadow));
 */
export function describeShadow(found: Found, shadow: Found): string {
  if (!isProtected(found, shadow)) return `${shadow.dir} comes first`;
  return `yours in ${shadow.dir} comes first, because you set its on_failure to "deny"`;
}

/** The user's own comes before that of a project only where they said so. */
export function isProtected(found: Found, shadow: Found): boolean {
  return found.scope === "project" && shadow.scope === "global";
}

/**
 * The Go zot shadows by folder name first (project over global), even if the manifests' names differ. An explicit path
 * has any folder name, such as `dist`.
 */
function clash(one: Found, other: Found): boolean {
  return one.name === other.name || folderOf(one) === folderOf(other);
}

/** A bundle of skills takes the place of bundles only: else it would switch off a program without a word. */
function mayReplace({ manifest }: Found, other: Found): boolean {
  const isBundle = manifest !== undefined && manifest.exec === undefined;
  return !isBundle || other.manifest?.exec === undefined;
}

function folderOf({ scope, dir }: Found): string {
  return scope === "path" ? dir : basename(dir);
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
  const found = { dir, scope, rivals: [] };
  const read = readManifest(dir, { mayBeLinked: scope !== "project" });
  const problem = read.ok
    ? findMissingProgram(dir, read.manifest)
    : explainUnreadable(dir, read.reason);
  const name = read.ok ? read.manifest.name : basename(dir);
  const manifest = read.ok && problem === undefined ? read.manifest : undefined;
  return { ...found, name, manifest, problem };
}

/** Why a manifest could not be read. */
function explainUnreadable(dir: string, reason: string): string {
  const stats = statSync(dir, { throwIfNoEntry: false });
  if (stats === undefined) return "there is no such folder";
  if (!stats.isDirectory()) return `it is a file; name the folder that holds ${MANIFEST_FILE}`;
  return existsSync(join(dir, MANIFEST_FILE)) ? reason : `there is no ${MANIFEST_FILE} in it`;
}

/** The Go zot takes a folder without a program for a bundle, also where "exec" is only misspelt. */
function findMissingProgram(dir: string, manifest: Manifest): string | undefined {
  const { exec, skills, enabled } = manifest;
  if (exec !== undefined || enabled === false) return undefined;
  if (skills?.length || "themes" in manifest) return undefined;
  if (existsSync(join(dir, "themes")) || existsSync(join(dir, "skills"))) return undefined;
  return `${MANIFEST_FILE}: it names neither a program ("exec") nor skills${listUnknownFields(manifest)}`;
}
