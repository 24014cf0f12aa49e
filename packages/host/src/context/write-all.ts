import { writeSync } from "node:fs";

/** One write may take a part of the bytes only. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}
