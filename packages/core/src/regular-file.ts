import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";

/** Windows has no such flag. */
const { O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/**
 * The beginning of a file that a stranger may have put there. Opening a pipe waits for a writer and a device may never end,
 * so neither is opened; what takes the file's place at that moment is not waited for.
 */
export function readRegularFile(
  path: string,
  maxBytes: number,
): { bytes: Buffer; isWhole: boolean } {
  if (!statSync(path).isFile()) throw new Error("it is not a regular file");
  const fd = openSync(path, constants.O_RDONLY | O_NONBLOCK);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error("it is not a regular file");
    const bytes = Buffer.alloc(Math.min(stats.size, maxBytes));
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) {
      read = readSync(fd, bytes, length, bytes.length - length, null);
    }
    return { bytes: bytes.subarray(0, length), isWhole: stats.size <= maxBytes };
  } finally {
    closeSync(fd);
  }
}
