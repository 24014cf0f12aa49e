import { writeSync } from "node:fs";

/** One write may take a part of the bytes only. */
export function writeAll(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
}
