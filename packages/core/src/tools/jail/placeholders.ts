import { closeSync, lstatSync, mkdirSync, openSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { hasCode } from "../../errors.js";
import type { Kind } from "./protected-names.js";

/** By path, how many commands that run now are in need of it. */
const PLACEHOLDERS = new Map<string, number>();

/**
 * Makes what is missing of these in a folder, empty: a mount needs something to be mounted on. Returns what takes it away
 * again. Throws where a link stands in such a place: it could be replaced.
 */
export function makePlaceholders(folder: string, names: Readonly<Record<string, Kind>>) {
  const made: string[] = [];
  const release = () => {
    for (const path of made.splice(0)) giveBack(path);
  };
  try {
    for (const [name, kind] of Object.entries(names)) {
      const path = join(folder, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats?.isSymbolicLink() === true) {
        throw new Error(`${path} is a link, which a command could replace by anything else`);
      }
      const isOurs = PLACEHOLDERS.has(path) || (stats === undefined && make(path, kind));
      if (isOurs) made.push(hold(path));
    }
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

function hold(path: string): string {
  PLACEHOLDERS.set(path, (PLACEHOLDERS.get(path) ?? 0) + 1);
  return path;
}

function giveBack(path: string): void {
  const left = (PLACEHOLDERS.get(path) ?? 1) - 1;
  if (left > 0) {
    PLACEHOLDERS.set(path, left);
    return;
  }
  PLACEHOLDERS.delete(path);
  try {
    const stats = lstatSync(path);
    if (stats.isDirectory()) rmdirSync(path);
    else if (stats.isFile() && stats.size === 0) unlinkSync(path);
  } catch {
    // Somebody else has taken it away, or put something into it: it is theirs now.
  }
}

/** False in a folder where nothing can be made: the command can't make it either. */
function make(path: string, kind: Kind): boolean {
  try {
    if (kind === "folder") mkdirSync(path);
    else closeSync(openSync(path, "wx"));
    return true;
  } catch (error) {
    if (hasCode(error, "EACCES", "EPERM", "EROFS")) return false;
    throw error;
  }
}
