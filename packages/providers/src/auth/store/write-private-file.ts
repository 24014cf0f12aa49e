import { constants } from "node:fs";
import { lstat, mkdir, open, rename, stat, chmod, rm } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { GROUP_AND_OTHERS, posix, refuseLink } from "./read-private-file.js";

/**
 * Replaces a file that only its owner may read. It is private from its first byte, and a crash
 * leaves either the old one or the new one.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await makePrivateFolder(dirname(path));
  const existing = await lstat(path).catch(() => undefined);
  if (existing?.isSymbolicLink()) throw refuseLink(path);
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
  const file = await open(temporary, "wx", 0o600);
  try {
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes a folder that only its owner may enter, or takes the others' rights away. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (!posix) return;
  const { mode, uid } = await stat(path);
  if ((mode & GROUP_AND_OTHERS) !== 0 && uid === process.getuid?.()) await chmod(path, 0o700);
}

/** Without this, a power cut can undo a rename that had been reported as done. */
async function syncFolder(path: string): Promise<void> {
  if (!posix) return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
