import { constants } from "node:fs";
import { lstat, mkdir, open, rename, stat, chmod, rm } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { dirname } from "node:path";

const GROUP_AND_OTHERS = 0o077;

/** Windows has neither permission bits nor O_NOFOLLOW; a user's profile folder is private there. */
const posix = process.platform !== "win32";

export class PrivateFileError extends Error {
  override readonly name = "PrivateFileError";
}

/**
 * Reads a file that only its owner may read; undefined if there is none. A symbolic link is refused.
 * One that others can read is made private first.
 */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  const flags = constants.O_RDONLY | (posix ? constants.O_NOFOLLOW : 0);
  let file;
  try {
    if (!posix && (await lstat(path)).isSymbolicLink()) throw refuseLink(path);
    file = await open(path, flags);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    // What O_NOFOLLOW answers on Linux and macOS, and on FreeBSD.
    if (code === "ELOOP" || code === "EMLINK") throw refuseLink(path);
    throw error;
  }
  try {
    const { mode } = await file.stat();
    if (posix && (mode & GROUP_AND_OTHERS) !== 0) {
      await file.chmod(0o600).catch(() => {
        throw new PrivateFileError(
          `${path} can be read by others and could not be made private; run: chmod 600 ${path}`,
        );
      });
    }
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

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

function refuseLink(path: string): PrivateFileError {
  return new PrivateFileError(
    `${path} is a symbolic link, which is refused for credentials; put a regular file there`,
  );
}
