import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { hasCode } from "../../errors.js";
import type { Jail } from "./jail.js";
import { ToolError } from "../tool-error.js";

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;
const PROC_FDS = "/proc/self/fd";

/** A folder to work in: however others rename or link, its files are reached through `at`. */
export interface Folder {
  at: (name: string) => string;
  /** Throws if what was just opened is not the file of that name in this folder. */
  check: (fd: number, name: string) => void;
  close: () => void;
}

/** A folder by its name alone, for when nothing must be kept out. */
export function openFolder(path: string, options: { create: boolean }): Folder {
  if (options.create) mkdirSync(path, { recursive: true });
  return { at: (name) => join(path, name), check: () => undefined, close: () => undefined };
}

/** A folder inside a jail. The path is a real one: a link on the way was put there since. */
export function openJailedFolder(jail: Jail, path: string, options: { create: boolean }): Folder {
  return existsSync(PROC_FDS) ? pinFolder(jail, path, options) : checkFolder(jail, path, options);
}

/**
 * Goes down from the jail's root one folder at a time, holding each one open and following no link.
 * Linux gives every open folder a path of its own, which renames and links can't redirect.
 */
function pinFolder(jail: Jail, path: string, options: { create: boolean }): Folder {
  let fd = openSync(jail.root, O_RDONLY | O_DIRECTORY);
  try {
    refuseImpostor(jail, fstatSync(fd));
    for (const part of relative(jail.root, path).split(sep).filter(Boolean)) {
      const next = openStep(`${PROC_FDS}/${fd}/${part}`, options, path);
      closeSync(fd);
      fd = next;
    }
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  const at = (name: string) => `${PROC_FDS}/${fd}/${name}`;
  return {
    at,
    check: () => undefined,
    close: () => {
      closeSync(fd);
    },
  };
}

function refuseImpostor({ root, identity }: Jail, { dev, ino }: Jail["identity"]): void {
  if (dev !== identity.dev || ino !== identity.ino) {
    throw new ToolError(`the jail ${root} was replaced by another folder`);
  }
}

function openStep(step: string, { create }: { create: boolean }, path: string): number {
  try {
    if (create) mkdirSync(step, { recursive: false });
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
  try {
    return openSync(step, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (error) {
    if (hasCode(error, "ENOTDIR", "ELOOP") && lstatSync(step).isSymbolicLink()) throw swapped(path);
    throw error;
  }
}

/**
 * Elsewhere there is no such path. Where the file is gets looked at once it is open, before a byte is
 * read or written; a swap and swap back between two of the looks would have to hit both.
 */
function checkFolder(jail: Jail, path: string, options: { create: boolean }): Folder {
  refuseImpostor(jail, statSync(jail.root));
  if (options.create) mkdirSync(path, { recursive: true });
  const check = (fd: number, name: string) => {
    const file = join(path, name);
    const opened = fstatSync(fd);
    const found = lstatSync(file);
    if (
      realpathSync.native(dirname(file)) !== path ||
      opened.ino !== found.ino ||
      opened.dev !== found.dev
    ) {
      throw swapped(file);
    }
  };
  return { at: (name) => join(path, name), check, close: () => undefined };
}

function swapped(path: string): ToolError {
  return new ToolError(`${path} changed while it was being opened; the jail does not allow that`);
}
