import { createHash, type Hash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { setImmediate as nextRound } from "node:timers/promises";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { Manifest } from "@zot/protocol";
import { isInside } from "../context/base.js";
import { findOutsideImport } from "./outside-import.js";
import { openRegularFile } from "../discovery/regular-file.js";
import { hasSeparator } from "../discovery/resolve-exec.js";

const MAX_FILES = 50_000;
const MAX_MEGABYTES = 1_024;
/** A file that fits into one is looked through for imports. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const SLICE_MS = 8;
/** These are not content: reads differ each time, and some never end. */
const NO_CONTENT = ["/proc", "/sys", "/dev"];

interface Walk {
  root: string;
  hash: Hash;
  seen: Set<string>;
  /** Folders, too. */
  entries: number;
  files: number;
  bytes: number;
  outside: string | undefined;
  sliceStart: number;
}

/** What folders hold. */
export interface Contents {
  digest: string;
  files: number;
  /** What in them leads out of them, in words. */
  outside: string | undefined;
}

export interface ContentsOptions {
  folders: readonly string[];
  /** Files and folders outside that count as well. */
  extra?: readonly string[];
  /** Texts that count as well. */
  settings?: readonly string[];
}

/**
 * One digest over all that folders hold: the names, modes and bytes of files, where links lead and, when that is outside,
 * what is there.
 */
export async function readContents(options: ContentsOptions): Promise<Contents> {
  const { folders, extra = [], settings = [] } = options;
  const hash = createHash("sha256");
  const sliceStart = performance.now();
  const seen = new Set<string>();
  const counts = { entries: 0, files: 0, bytes: 0 };
  const walk: Walk = { root: "", hash, seen, ...counts, outside: undefined, sliceStart };
  for (const text of settings) record(walk, "setting", "", Buffer.from(text));
  for (const folder of folders) {
    walk.root = realpathSync.native(folder);
    record(walk, "root", "");
    await addFolder(walk, walk.root, "");
  }
  for (const path of extra) await addPath(walk, path, `outside:${path}`);
  const { files, outside } = walk;
  return { digest: `sha256-${hash.digest("hex")}`, files, outside };
}

/** What an extension consists of: its folder, what its manifest starts, and what that names outside. */
export function readExtension(
  dir: string,
  manifest: Manifest | undefined,
  settings = "",
): Promise<Contents> {
  const root = realpathSync.native(dir);
  // What is started is what was read from the file once; the file may be another one by now.
  const started = JSON.stringify([manifest?.exec, manifest?.args, manifest?.skills]);
  const extra = filesOutside(root, manifest);
  return readContents({ folders: [root], extra, settings: [started, settings] });
}

/**
 * The digest of an extension's content.
 *
 * @example
 * await digestExtension(dir, manifest); // "sha256-…"
 */
export async function digestExtension(
  dir: string,
  manifest: Manifest | undefined,
): Promise<string> {
  return (await readExtension(dir, manifest)).digest;
}

async function addFolder(walk: Walk, folder: string, label: string): Promise<void> {
  if (walk.seen.has(folder)) return;
  walk.seen.add(folder);
  for (const name of readdirSync(folder).toSorted()) {
    await addPath(walk, join(folder, name), `${label}/${name}`);
  }
}

async function addPath(walk: Walk, path: string, label: string): Promise<void> {
  walk.entries += 1;
  if (walk.entries > MAX_FILES) throw new Error(`more than ${MAX_FILES} files`);
  await yieldToEventLoop(walk);
  const stats = lstatSync(path);
  if (!stats.isDirectory()) walk.files += 1;
  if (stats.isSymbolicLink()) {
    record(walk, "link", label, Buffer.from(readlinkSync(path)));
    await addTarget(walk, path, label);
  } else if (stats.isDirectory()) {
    record(walk, "folder", label);
    await addFolder(walk, path, label);
  } else if (stats.isFile()) {
    await addFile(walk, path, label);
  } else {
    record(walk, "special", label);
    walk.outside ??= `${relative(walk.root, path)} is neither a file nor a folder`;
  }
}

async function addFile(walk: Walk, path: string, label: string): Promise<void> {
  const { fd, size } = openRegularFile(path);
  try {
    walk.bytes += size;
    if (walk.bytes > MAX_MEGABYTES * 1024 * 1024) {
      throw new Error(`more than ${MAX_MEGABYTES} MB of files`);
    }
    const executable = (fstatSync(fd).mode & 0o111) !== 0;
    recordSize(walk, executable ? "program" : "file", label, size);
    for (let rest = size; rest > 0;) {
      const chunk = Buffer.allocUnsafe(Math.min(rest, CHUNK_BYTES));
      const length = readSync(fd, chunk, 0, chunk.length, null);
      if (length === 0) throw new Error(`${path} changed while it was read`);
      walk.hash.update(chunk.subarray(0, length));
      if (length === size) noteImports(walk, path, chunk);
      rest -= length;
      await yieldToEventLoop(walk);
    }
  } finally {
    closeSync(fd);
  }
}

function noteImports(walk: Walk, path: string, bytes: Buffer): void {
  if (walk.outside !== undefined || !isInside(walk.root, path)) return;
  const name = findOutsideImport(walk.root, path, bytes);
  if (name === undefined) return;
  walk.outside = `${relative(walk.root, path)} goes to ${name}, which is outside of its folder`;
}

/** What is inside is counted where it is; what a link brings in from outside is counted here. */
async function addTarget(walk: Walk, link: string, label: string): Promise<void> {
  let target: string;
  try {
    // Node's own `realpathSync` takes `..` in a link's text by the letter, the system by the folder.
    target = realpathSync.native(link);
  } catch {
    return;
  }
  if (isInside(walk.root, target)) return;
  walk.outside ??= `${relative(walk.root, link)} is a link that leads out of its folder`;
  if (walk.seen.has(target) || NO_CONTENT.some((folder) => isInside(folder, target))) return;
  if (statSync(target).isDirectory()) await addFolder(walk, target, `${label}/`);
  else await addPath(walk, target, `${label}>`);
}

/** Hashing large folders must not block the event loop. */
async function yieldToEventLoop(walk: Walk): Promise<void> {
  if (performance.now() - walk.sliceStart <= SLICE_MS) return;
  await nextRound();
  walk.sliceStart = performance.now();
}

function record(walk: Walk, kind: string, label: string, bytes = Buffer.alloc(0)): void {
  recordSize(walk, kind, label, bytes.length);
  walk.hash.update(bytes);
}

/** Lengths go in, so that no two trees can be read as the same bytes. */
function recordSize({ hash }: Walk, kind: string, label: string, size: number): void {
  hash.update(`${kind} ${Buffer.byteLength(label)} ${label} ${size}\n`);
}

function filesOutside(root: string, manifest: Manifest | undefined): string[] {
  const { exec, args = [] } = manifest ?? {};
  const named = [...(exec !== undefined && hasSeparator(exec) ? [exec] : []), ...args];
  return (
    named
      // A system's own programs change with its updates, and nobody's clone can change them.
      .filter((path) => !isAbsolute(path))
      .map((path) => resolve(root, path))
      .filter((path) => !isInside(root, path))
      // `python3 ../tool` runs a folder. One that the extension is in itself is its project, which changes all the time.
      .filter((path) => !isInside(path, root) && existsSync(path))
  );
}
