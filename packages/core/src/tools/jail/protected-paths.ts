import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  statSync,
  unlinkSync,
  type Dirent,
} from "node:fs";
import { homedir } from "node:os";
import { join, relative, sep } from "node:path";
import { hasCode } from "../../errors.js";

type Kind = "folder" | "file";

/** What other programs run or obey, outside the jail: git's hooks and settings, zot's own, editors', direnv's. */
const IN_ANY_FOLDER: Readonly<Record<string, Kind>> = {
  ".git": "folder",
  ".zot": "folder",
  ".mcp.json": "file",
  ".vscode": "folder",
  ".idea": "folder",
  ".envrc": "file",
};

/** What a shell, git or ssh reads from a home folder whenever it starts. */
const IN_A_HOME: Readonly<Record<string, Kind>> = {
  ".bashrc": "file",
  ".bash_profile": "file",
  ".bash_login": "file",
  ".bash_logout": "file",
  ".profile": "file",
  ".zshrc": "file",
  ".zshenv": "file",
  ".zprofile": "file",
  ".zlogin": "file",
  ".gitconfig": "file",
  ".config": "folder",
  ".ssh": "folder",
};

/** Whether a path inside a jail is one that nothing in it may change. Some file systems don't tell `.GIT` from `.git`. */
export function isProtected(root: string, path: string): boolean {
  const [first = "", ...rest] = relative(root, path).toLowerCase().split(sep);
  if (isHome(root) && Object.hasOwn(IN_A_HOME, first)) return true;
  return [first, ...rest].some((part) => Object.hasOwn(IN_ANY_FOLDER, part));
}

/** What is to be mounted read-only over a jail, and what takes away what had to be made for it. */
export interface Protection {
  paths: readonly string[];
  release: () => void;
}

/**
 * Finds what a command in the jail must not change. A mount needs something to be mounted on: what is not there is
 * made, empty, and taken away after the command. Throws where a link stands in such a place: it could be replaced.
 */
export function protectPaths(root: string): Protection {
  const wanted = { ...IN_ANY_FOLDER, ...(isHome(root) ? IN_A_HOME : {}) };
  const paths: string[] = [];
  const made: string[] = [];
  const release = () => {
    for (const path of made.splice(0)) giveBack(path);
  };
  try {
    for (const [name, kind] of Object.entries(wanted)) {
      const path = join(root, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats?.isSymbolicLink() === true) {
        throw new Error(`${path} is a link, which a command could replace by anything else`);
      }
      const isOurs = PLACEHOLDERS.has(path) || (stats === undefined && make(path, kind));
      if (isOurs) made.push(hold(path));
      if (isOurs || stats !== undefined) paths.push(path);
    }
    paths.push(...findRepositories(root, DEEPEST));
  } catch (error) {
    release();
    throw error;
  }
  return { paths, release };
}

/** How far below the jail's own folder, and in how many folders, repositories inside it are looked for. */
const DEEPEST = 3;
const MOST_FOLDERS = 500;

/** Of the repositories inside the folder, submodules for one, what git runs and obeys. */
function findRepositories(root: string, depth: number): string[] {
  const found: string[] = [];
  let folders = [root];
  let looked = 0;
  for (let level = 0; level < depth; level += 1) {
    const below: string[] = [];
    for (const folder of folders) {
      looked += 1;
      if (looked > MOST_FOLDERS) return found;
      for (const entry of listFolder(folder)) {
        if (!entry.isDirectory() || entry.name.startsWith(".") || entry.name === "node_modules") {
          continue;
        }
        const path = join(folder, entry.name);
        if (existsSync(join(path, ".git"))) found.push(join(path, ".git"));
        below.push(path);
      }
    }
    folders = below;
  }
  return found;
}

function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** By path, how many commands that run now are in need of it. */
const PLACEHOLDERS = new Map<string, number>();

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

function isHome(root: string): boolean {
  try {
    const home = statSync(homedir());
    const { dev, ino } = statSync(realpathSync(root));
    return home.dev === dev && home.ino === ino;
  } catch {
    return false;
  }
}
