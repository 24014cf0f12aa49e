import { closeSync, constants, openSync, readSync } from "node:fs";

/** The terminal of this process, read at once instead of by events. Windows has none of this kind. */
const TERMINAL = "/dev/tty";
const PAUSE_MS = 5;

/**
 * Reads what the terminal sends, without giving way to anything else, until `isEnough` or `most` milliseconds have passed.
 * For a process that is ending.
 */
export function readNow(
  take: (chunk: Buffer) => void,
  isEnough: () => boolean,
  most: number,
): void {
  let fd: number | undefined;
  try {
    fd = openSync(TERMINAL, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const buffer = Buffer.alloc(4096);
    for (const end = performance.now() + most; !isEnough() && performance.now() < end;) {
      const count = readIfAny(fd, buffer);
      if (count === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      else take(buffer.subarray(0, count));
    }
  } catch {
    // There is no terminal any more: nothing can come from it.
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function readIfAny(fd: number, buffer: Buffer): number {
  try {
    return readSync(fd, buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return 0;
    throw error;
  }
}
