import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { parseObject, type PlainObject } from "../plain-object.js";
import { writeAll } from "../write-all.js";
import { syncFolder } from "./append-file.js";
import { splitLines } from "./lines.js";

/** Every record of a file with the bytes that it was read from, so that a copy keeps all that it holds. */
export function readRecords(bytes: Buffer): { record: PlainObject; line: string }[] {
  const records: { record: PlainObject; line: string }[] = [];
  for (const span of splitLines(bytes).lines) {
    const line = bytes
      .subarray(...span)
      .toString("utf8")
      .trimEnd();
    // A damaged line has no place in a copy; the original keeps it.
    const record = parseObject(line);
    if (record !== undefined) records.push({ record, line: `${line}\n` });
  }
  return records;
}

/** Puts a whole file in place: it is there with all that it holds, or not at all. */
export function writeWhole(path: string, text: string, options: { replace: boolean }): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.tmp`;
  const fd = openSync(temporary, "wx", 0o600);
  try {
    writeAll(fd, Buffer.from(text));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  try {
    if (options.replace) renameSync(temporary, path);
    else linkSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolder(dirname(path));
}
