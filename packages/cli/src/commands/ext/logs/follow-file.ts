import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 100;
const CHUNK_BYTES = 64 * 1024;

export interface FollowOptions {
  /** Where to begin; the end of the file as it is now by default. */
  from?: number;
  /** Gets the bytes in order; the next ones wait for it. */
  onBytes: (bytes: Buffer) => void | Promise<void>;
  signal: AbortSignal;
}

/**
 * Passes on what is appended to a file until the signal comes; over a rotation, a truncation and
 * before the file exists. Polls: change notices are lost on network folders and differ by platform.
 */
export async function followFile(path: string, options: FollowOptions): Promise<void> {
  const { onBytes, signal } = options;
  let open = openFile(path);
  let at = options.from ?? (open === undefined ? 0 : fstatSync(open.file).size);
  const chunk = Buffer.alloc(CHUNK_BYTES);
  try {
    while (!signal.aborted) {
      if (open !== undefined) {
        if (fstatSync(open.file).size < at) at = 0;
        let length = readSync(open.file, chunk, 0, chunk.length, at);
        while (length > 0) {
          at += length;
          await onBytes(Buffer.from(chunk.subarray(0, length)));
          signal.throwIfAborted();
          length = readSync(open.file, chunk, 0, chunk.length, at);
        }
      }
      const now = statSync(path, { throwIfNoEntry: false });
      if (now !== undefined && now.ino !== open?.inode) {
        // What came between the last read and the rotation is still in the old file.
        if (open !== undefined && fstatSync(open.file).size > at) continue;
        if (open !== undefined) closeSync(open.file);
        open = openFile(path);
        at = 0;
        continue;
      }
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    if (open !== undefined) closeSync(open.file);
  }
}

function openFile(path: string): { file: number; inode: number } | undefined {
  try {
    const file = openSync(path, "r");
    return { file, inode: fstatSync(file).ino };
  } catch {
    return undefined;
  }
}
