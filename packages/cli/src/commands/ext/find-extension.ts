import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { MANIFEST_FILE, readManifest } from "@zot/sdk/extensions";
import type { Manifest } from "@zot/protocol";
import { findNearest } from "../../args/nearest.js";
import { CliError } from "../../errors.js";
import type { Place } from "./command.js";

/** A folder among the extensions, whether its manifest can be used or not. */
export interface InstalledFolder {
  folder: string;
  dir: string;
  manifest: Manifest | undefined;
  /** Why the manifest can't be used. */
  problem: string | undefined;
  hasManifest: boolean;
}

export type Scope = "global" | "project";

export function extensionsDir(place: Place, scope: Scope): string {
  return scope === "global"
    ? join(place.zotHome, "extensions")
    : join(place.cwd, ".zot", "extensions");
}

/** Every folder of a scope, in order; hidden ones are zot's own. */
export function listFolders(place: Place, scope: Scope): InstalledFolder[] {
  const dir = extensionsDir(place, scope);
  let names: string[];
  try {
    names = readdirSync(dir);
  } catch {
    return [];
  }
  return names
    .filter((name) => !name.startsWith("."))
    .toSorted()
    .filter((name) => statSync(join(dir, name), { throwIfNoEntry: false })?.isDirectory())
    .map((folder) => {
      const path = join(dir, folder);
      const read = readManifest(path, { mayBeLinked: scope === "global" });
      return {
        folder,
        dir: path,
        manifest: read.ok ? read.manifest : undefined,
        problem: read.ok ? undefined : read.reason,
        hasManifest: existsSync(join(path, MANIFEST_FILE)),
      };
    });
}

/**
 * The one extension that the user means by its manifest's name, its folder's name or its path. Throws
 * when there is none or more than one.
 */
export function findExtension(word: string, place: Place, scope: Scope): InstalledFolder {
  const root = extensionsDir(place, scope);
  const all = listFolders(place, scope);
  const matches =
    word.includes(sep) || word.includes("/") ? byPath(word, root, all) : byName(word, all);
  const [one, another] = matches;
  if (one === undefined) throw new CliError(explainMissing(word, place, scope, all));
  if (another !== undefined) {
    const which = matches.map((match) => `${describe(match)} (${handleOf(match, all)})`);
    throw new CliError(
      `"${word}" is ambiguous: ${which.join(" or ")}; say it by what is in brackets`,
    );
  }
  return one;
}

function byName(word: string, all: readonly InstalledFolder[]): InstalledFolder[] {
  return all.filter(({ folder, manifest }) => folder === word || manifest?.name === word);
}

function byPath(word: string, root: string, all: readonly InstalledFolder[]): InstalledFolder[] {
  const path = resolve(word);
  if (dirname(path) !== resolve(root)) return [];
  return all.filter(({ folder }) => folder === basename(path));
}

function describe({ folder, manifest }: InstalledFolder): string {
  return manifest === undefined || manifest.name === folder
    ? `the folder ${folder}`
    : `${manifest.name} in the folder ${folder}`;
}

/** A word that means only this one. */
function handleOf(wanted: InstalledFolder, all: readonly InstalledFolder[]): string {
  const words = [wanted.folder, ...(wanted.manifest ? [wanted.manifest.name] : [])];
  return words.find((word) => byName(word, all).length === 1) ?? wanted.dir;
}

function explainMissing(
  word: string,
  place: Place,
  scope: Scope,
  all: readonly InstalledFolder[],
): string {
  const other = scope === "global" ? "project" : "global";
  if (byName(word, listFolders(place, other)).length > 0) {
    return scope === "global"
      ? `"${word}" is this project's, not installed; --project means that one`
      : `"${word}" is installed, not this project's; leave --project out`;
  }
  const names = all.flatMap(({ folder, manifest }) => [manifest?.name ?? folder]);
  const near = findNearest(word, names);
  const there = names.length === 0 ? "there are none" : `there are: ${names.join(", ")}`;
  const where = scope === "global" ? "installed" : "in this project";
  return `no extension "${word}" is ${where}; ${near === undefined ? there : `did you mean ${near}?`}`;
}
