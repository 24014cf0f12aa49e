import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync, type Dirent } from "node:fs";
import { hasCode } from "../../errors.js";
import { findHookPlaces } from "./git-hooks.js";
import { isInside } from "../paths.js";
import { findGitHead, isProtectedName, namesInRoot } from "./protected-names.js";

/** How many files and folders are looked at before a command; a second's worth or two. */
export const MOST_ENTRIES = 1_000_000;
/** After so many folders others get their turn. */
const FOLDERS_A_TURN = 200;

/** Something in a jail that nothing in it may change or make. */
export interface Protected {
  path: string;
  /** The same for as long as it is the same thing, wherever it is moved; for a link, with what it leads to. */
  identity: string;
  /** What it leads to, if it is a link; null if that is not there. */
  target?: string | null;
  /** The part of it that makes it what it is, for a folder that git takes for its own. */
  head?: string;
  /** The name as the file system has it, where that is no text. */
  raw?: Buffer;
}

export interface WalkOptions {
  /** Not looked into: nothing in the jail sees them. */
  hidden: readonly string[];
  /** Throws if there is more. */
  most: number;
}

/**
 * Finds all of it by a walk over the whole folder, which no depth, name or number ends: whoever could hide something from
 * it could have it run. It remembers nothing of earlier walks. Yields now and then, for others to get their turn.
 */
export function* walkProtected(root: string, options: WalkOptions): Generator<void, Protected[]> {
  const found = new Map<string, Protected>();
  const add = (path: string, more: Pick<Protected, "head" | "raw"> = {}) => {
    const key = more.raw?.toString("latin1") ?? path;
    if (!found.has(key)) found.set(key, { path, ...identify(path), ...more });
  };
  const names = namesInRoot(root);
  const folders = [root];
  let seen = 0;
  for (let turn = 1; ; turn += 1) {
    const folder = folders.pop();
    if (folder === undefined) break;
    if (turn % FOLDERS_A_TURN === 0) yield;
    const entries = listFolder(folder);
    if (entries === undefined) {
      // It can't be looked into, and what is in it can be used by those who know its name.
      add(folder);
      continue;
    }
    seen += entries.length;
    if (seen > options.most) throw new Error(tooMany(root, options.most));
    const head = findGitHead(entries);
    if (head !== undefined) {
      add(folder, { head });
      addHookPlaces(folder, folder);
    }
    let isGarbled = false;
    for (const entry of entries) {
      const path = `${folder}/${entry.name}`;
      if (
        isProtectedName(entry.name) ||
        (folder === root && Object.hasOwn(names, entry.name.toLowerCase()))
      ) {
        add(path);
        if (entry.name.toLowerCase() === ".git") addHookPlaces(path, folder);
      } else if (entry.isDirectory()) {
        if (entry.name.includes("\ufffd")) isGarbled = true;
        else if (!options.hidden.includes(path)) folders.push(path);
      }
    }
    if (isGarbled) addGarbled(folder);
  }
  return [...found.values()];

  function addHookPlaces(git: string, tree: string): void {
    for (const place of findHookPlaces(git, tree)) {
      if (place !== root && isInside(root, place) && !isInside(git, place)) add(place);
    }
  }

  /** Folders whose names are no text can't be named to others, so that they can't be looked into. */
  function addGarbled(folder: string): void {
    const options = { withFileTypes: true, encoding: "buffer" } as const;
    for (const entry of readdirSync(folder, options)) {
      const name = entry.name.toString();
      if (!name.includes("\ufffd") || !entry.isDirectory()) continue;
      const path = `${folder}/${name}`;
      if (Buffer.from(name).equals(entry.name)) folders.push(path);
      else add(path, { raw: Buffer.concat([Buffer.from(`${folder}/`), entry.name]) });
    }
  }
}

/** The same, at once. */
export function findProtected(root: string, options: WalkOptions): Protected[] {
  const walk = walkProtected(root, options);
  for (;;) {
    const step = walk.next();
    if (step.done === true) return step.value;
  }
}

/** Undefined if it can't be looked into; empty if it is gone. */
export function listFolder(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    return hasCode(error, "ENOENT", "ENOTDIR") ? [] : undefined;
  }
}

function identify(path: string): Pick<Protected, "identity" | "target"> {
  try {
    const { dev, ino, ...stats } = lstatSync(path);
    if ((stats.mode & 0o170000) !== 0o120000) return { identity: `${dev}:${ino}` };
    const link = `${dev}:${ino}>${readlinkSync(path)}`;
    const target = statSync(path, { throwIfNoEntry: false });
    if (target === undefined) return { identity: link, target: null };
    return { identity: `${link}>${target.dev}:${target.ino}`, target: realpathSync.native(path) };
  } catch {
    return { identity: `? ${path}` };
  }
}

function tooMany(root: string, most: number): string {
  return (
    `${root} holds more than ${most.toLocaleString("en")} files and folders, too many to find those that git, editors ` +
    `and others run or obey. Start zot in a smaller folder.`
  );
}
