import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
} from "node:fs";

/** The bits of everybody but the owner. */
export const GROUP_AND_OTHERS = 0o077;

/** Windows has neither permission bits nor O_NOFOLLOW; a user's profile folder is private there. */
export const posix = process.platform !== "win32";

export class PrivateFileError extends Error {
  override readonly name = "PrivateFileError";
}

/**
 * Reads a file that only its owner may read; undefined if there is none. A symbolic link is refused.
 * One that others can read is made private first. Synchronous, because every run waits for it and
 * loading the promises of `fs` takes longer than to read it.
 */
export function readPrivateFile(path: string): string | undefined {
  const flags = constants.O_RDONLY | (posix ? constants.O_NOFOLLOW : 0);
  let file: number;
  try {
    if (!posix && lstatSync(path).isSymbolicLink()) throw refuseLink(path);
    file = openSync(path, flags);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    // What O_NOFOLLOW answers on Linux and macOS, and on FreeBSD.
    if (code === "ELOOP" || code === "EMLINK") throw refuseLink(path);
    throw error;
  }
  try {
    if (posix && (fstatSync(file).mode & GROUP_AND_OTHERS) !== 0) makePrivate(file, path);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

function makePrivate(file: number, path: string): void {
  try {
    fchmodSync(file, 0o600);
  } catch {
    throw new PrivateFileError(
      `${path} can be read by others and could not be made private; run: chmod 600 ${path}`,
    );
  }
}

export function refuseLink(path: string): PrivateFileError {
  return new PrivateFileError(
    `${path} is a symbolic link, which is refused for credentials; put a regular file there`,
  );
}
