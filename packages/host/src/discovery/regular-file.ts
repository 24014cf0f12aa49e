import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { isInside } from "../context/base.js";

/** Windows has neither flag. */
const { O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants as Partial<typeof constants>;

/**
 * Opens a file of an unknown author; the caller closes it. Opening a pipe waits for a writer and opening a
 * device may start something, so neither is opened; what takes the file's place at that moment is not waited for.
 */
export function openRegularFile(path: string): { fd: number; size: number } {
  if (!lstatSync(path).isFile()) throw new Error("it is not a regular file");
  const fd = openSync(path, constants.O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  const stats = fstatSync(fd);
  if (stats.isFile()) return { fd, size: stats.size };
  closeSync(fd);
  throw new Error("it is not a regular file");
}

/**
 * The bytes of a regular file, at most so many. Links are followed, where `within` is given only to what is in that folder.
 *
 * @example
 * readRegularFile(join(dir, "extension.json"), { maxBytes: 1024 * 1024, within: dir });
 */
export function readRegularFile(
  path: string,
  { maxBytes, within }: { maxBytes: number; within?: string | undefined },
): Buffer {
  const real = lstatSync(path).isSymbolicLink() ? realpathSync.native(path) : path;
  if (!statSync(real).isFile()) throw new Error("it is not a regular file");
  if (real !== path && within !== undefined && !isInside(realpathSync.native(within), real)) {
    throw new Error("it is a link that leads out of its folder");
  }
  const { fd, size } = openRegularFile(real);
  try {
    if (size > maxBytes) throw new Error(`it is larger than ${maxBytes / 1024} KB`);
    return readUpTo(fd, size);
  } finally {
    closeSync(fd);
  }
}

/** What is added to the file meanwhile is not read. */
function readUpTo(fd: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const read = readSync(fd, bytes, length, size - length, null);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}
