import { realpathSync, statSync, type Dirent } from "node:fs";
import { homedir } from "node:os";
import { relative, sep } from "node:path";

export type Kind = "folder" | "file";

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

/** The names that are protected in a jail's own folder. */
export function namesInRoot(root: string): Readonly<Record<string, Kind>> {
  return isHome(root) ? { ...IN_ANY_FOLDER, ...IN_A_HOME } : IN_ANY_FOLDER;
}

/** Whether the name is protected in every folder. Some file systems don't tell `.GIT` from `.git`. */
export function isProtectedName(name: string): boolean {
  return name.startsWith(".") && Object.hasOwn(IN_ANY_FOLDER, name.toLowerCase());
}

/** Whether a part of the path has a protected name. */
export function hasProtectedName(root: string, path: string): boolean {
  const parts = relative(root, path).split(sep);
  const first = parts[0]?.toLowerCase() ?? "";
  return Object.hasOwn(namesInRoot(root), first) || parts.some(isProtectedName);
}

/**
 * The entry without which git would not take the folder for a repository's own, if it takes it for one. Git does so
 * with any folder that holds these, whatever it is called, when it is run in it or a `.git` file leads to it.
 */
export function findGitHead(entries: readonly Pick<Dirent, "name" | "isDirectory">[]) {
  let head: string | undefined;
  let others = 0;
  for (const entry of entries) {
    const { length } = entry.name;
    // Most names are told apart by their length alone, which matters in a walk over all of a project.
    if (length !== 4 && length !== 7 && length !== 9) continue;
    const name = entry.name.toLowerCase();
    if (name === "head" && !entry.isDirectory()) head = entry.name;
    else if (name === "refs" || name === "objects") others += 1;
    else if (name === "commondir") others += 2;
  }
  return others >= 2 ? head : undefined;
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
