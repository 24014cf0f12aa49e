import { basename, dirname } from "node:path";
import { findProtected, listFolder, MOST_ENTRIES } from "./find-protected.js";
import { isInside } from "../paths.js";
import { findGitHead, hasProtectedName } from "./protected-names.js";

/** Whether a path inside a jail is one that no tool in it may write to. */
export function isProtected(jail: { root: string; hidden: readonly string[] }, path: string) {
  const { root, hidden } = jail;
  if (hasProtectedName(root, path)) return true;
  const found = findProtected(root, { hidden, most: MOST_ENTRIES });
  const isFound = found.some(
    (one) => isInside(one.path, path) || isInside(one.target ?? one.path, path),
  );
  return isFound || completesRepository(root, path);
}

/** Written piece by piece, a folder could become one that git takes for a repository's own. */
function completesRepository(root: string, path: string): boolean {
  for (let at = path; at !== root && isInside(root, at); at = dirname(at)) {
    const added = { name: basename(at), isDirectory: () => at !== path };
    if (findGitHead([...(listFolder(dirname(at)) ?? []), added]) !== undefined) return true;
  }
  return false;
}
