import { realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, isAbsolute, normalize, resolve, sep } from "node:path";
import { isInside } from "../context/base.js";

/** What is between the paths in a word such as `--load=../x` or `{"lib":"../x"}`. */
const SEPARATORS = /[\s=:,;"'`(){}[\]<>|&]+/;

/**
 * Tells the folder of an extension, which was trusted, from what the project can change and from the rest, which is
 * the user's or the system's.
 */
export class TrustBoundary {
  /** The folder's real path. All of it was trusted. */
  readonly root: string;
  readonly #tops: readonly string[];

  constructor(root: string, cwd: string) {
    this.root = root;
    const borders = [homedir(), tmpdir()].map(realPath);
    this.#tops = [root, realPath(cwd)].map((folder) => findTop(folder, borders));
  }

  /** Whether it is outside of the folder, and the project can change it. */
  canChange(path: string): boolean {
    return !isInside(this.root, path) && this.#tops.some((top) => isInside(top, path));
  }

  /** The folders above this one that the project can change, the nearest first. */
  *above(): Generator<string> {
    for (let folder = dirname(this.root); this.canChange(folder); folder = dirname(folder)) {
      yield folder;
    }
  }

  /** A path in a word of the command line that leads out of the folder. */
  findOutside(word: string): string | undefined {
    if (/^https?:\/\//.test(word)) return undefined;
    return [word, ...word.split(SEPARATORS)].find((part) => this.leadsOut(part));
  }

  /** Whether a path, as written in a command line, leads out of the folder. */
  leadsOut(path: string): boolean {
    const climbs = normalize(path).split(sep).includes("..");
    return (isAbsolute(path) || climbs) && !isInside(this.root, resolve(this.root, path));
  }
}

/**
 * The topmost folder that may have come with the project: a clone or an archive can be bigger than the folder that zot
 * runs in. The home, the folder for temporary files and the first folders of a disk hold projects, and are none.
 */
function findTop(folder: string, borders: readonly string[]): string {
  const isBorder = (path: string) =>
    dirname(dirname(path)) === dirname(path) || borders.some((border) => isInside(path, border));
  let top = folder;
  while (!isBorder(dirname(top)) && dirname(top) !== top) top = dirname(top);
  return top;
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
