import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { CliError } from "../../../errors.js";

const CHUNK_BYTES = 256 * 1024;
/** Windows has no such flag; there a link is told by `lstat` alone. */
const NO_FOLLOW = (constants as { O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0;

/**
 * Copies files, folders and links as they are. No link is followed: nothing of what is behind one is
 * read. The history in `.git` stays behind, and so does what `without` names by its full path.
 */
export function copyTree(from: string, to: string, without: ReadonlySet<string>): void {
  mkdirSync(to, { recursive: true, mode: 0o755 });
  for (const name of readdirSync(from)) {
    const source = join(from, name);
    if (name === ".git" || without.has(source)) continue;
    const target = join(to, name);
    const stats = lstatSync(source);
    if (stats.isDirectory()) copyTree(source, target, without);
    else if (stats.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (stats.isFile()) copyFile(source, target);
    else throw new CliError(`${source} is neither a file nor a folder`);
  }
}

function copyFile(from: string, to: string): void {
  const source = openSync(from, constants.O_RDONLY | NO_FOLLOW);
  try {
    // Never setuid, never writable for others.
    const mode = (fstatSync(source).mode & 0o111) === 0 ? 0o644 : 0o755;
    const target = openSync(to, "wx", mode);
    try {
      pour(source, target);
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

function pour(source: number, target: number): void {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let length = 1; length > 0;) {
    length = readSync(source, chunk, 0, chunk.length, null);
    for (let at = 0; at < length;) at += writeSync(target, chunk, at, length - at);
  }
}
