import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  lstatSync,
  writeFileSync,
  type Stats,
} from "node:fs";
import { basename, dirname } from "node:path";
import { hasCode } from "../errors.js";
import { lazyCrypto } from "../lazy-crypto.js";
import { openFolder, openJailedFolder, type Folder } from "./jail/folder.js";
import type { Jail } from "./jail/jail.js";
import { realPath } from "./jail/real-path.js";
import { ToolError } from "./tool-error.js";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Hands an open file to `use`. Only regular files; nothing outside a locked jail. */
export function withFile<T>(
  path: string,
  jail: Jail | undefined,
  use: (fd: number, stat: { size: number; mode: number }) => T,
): T {
  return inFolder(path, jail, { create: false }, (folder, name) => {
    // Opening a pipe without O_NONBLOCK waits until somebody writes to it.
    const fd = openSync(folder.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      folder.check(fd, name);
      const stat = fstatSync(fd);
      if (stat.isDirectory()) throw new ToolError(`${path} is a directory`);
      if (!stat.isFile()) throw new ToolError(`${path} is not a regular file`);
      return use(fd, stat);
    } finally {
      closeSync(fd);
    }
  });
}

/** The content and mode of a file, or nothing if there is none. */
export function readWhole(
  path: string,
  jail: Jail | undefined,
): { bytes: Buffer; mode: number } | undefined {
  try {
    return withFile(path, jail, (fd, { mode }) => ({ bytes: readFileSync(fd), mode }));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Puts new content in place at once: others see the old file or the new one, never half of it. */
export function replaceFile(
  path: string,
  content: Buffer,
  jail: Jail | undefined,
  options: { mode?: number } = {},
): void {
  inFolder(path, jail, { create: true }, (folder, name) => {
    const old = refuseUnwritable(folder.at(name), path);
    try {
      swapIn(folder, name, content, { ...options, old });
    } catch (error) {
      // A folder where nothing new may be made, a file of somebody else's, one that is a mount itself.
      if (old === undefined || !hasCode(error, "EACCES", "EPERM", "EBUSY")) throw error;
      overwrite(folder, name, content);
    }
  });
}

function swapIn(
  folder: Folder,
  name: string,
  content: Buffer,
  { mode, old }: { mode?: number; old: Stats | undefined },
): void {
  const temporary = `.zot-${lazyCrypto().randomBytes(6).toString("hex")}.tmp`;
  const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
  const fd = openSync(folder.at(temporary), flags, 0o666);
  try {
    try {
      folder.check(fd, temporary);
      if (old !== undefined) keepOwner(fd, old);
      if (mode !== undefined) fchmodSync(fd, mode & 0o7777);
      writeFileSync(fd, content);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(folder.at(temporary), folder.at(name));
  } catch (error) {
    rmSync(folder.at(temporary), { force: true });
    throw error;
  }
}

function keepOwner(fd: number, { uid, gid }: Stats): void {
  const mine = fstatSync(fd);
  if (mine.uid !== uid || mine.gid !== gid) fchownSync(fd, uid, gid);
}

function overwrite(folder: Folder, name: string, content: Buffer): void {
  const fd = openSync(folder.at(name), O_WRONLY | O_NOFOLLOW);
  try {
    folder.check(fd, name);
    ftruncateSync(fd);
    writeFileSync(fd, content);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Replacing needs only the folder's permission; a file that may not be written stays as it is. */
function refuseUnwritable(file: string, path: string): Stats | undefined {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (stat.isDirectory()) throw new ToolError(`${path} is a directory`);
  if (!stat.isFile()) throw new ToolError(`${path} is not a regular file`);
  accessSync(file, constants.W_OK);
  return stat;
}

function inFolder<T>(
  path: string,
  jail: Jail | undefined,
  options: { create: boolean },
  use: (folder: Folder, name: string) => T,
): T {
  const real = realPath(path);
  const jailed = jail?.locked === true;
  const obstacle = jailed ? jail.findObstacle(real, options.create ? "write" : "read") : undefined;
  if (obstacle !== undefined) throw new ToolError(`${path} is ${obstacle}`);
  if (jailed && real === jail.root) throw new ToolError(`${path} is a directory`);
  const parent = dirname(real);
  const folder = jailed ? openJailedFolder(jail, parent, options) : openFolder(parent, options);
  try {
    return use(folder, basename(real));
  } finally {
    folder.close();
  }
}
