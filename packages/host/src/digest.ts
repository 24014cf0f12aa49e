import { createHash, type Hash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { setImmediate as nextRound } from "node:timers/promises";
import { isAbsolute, join, resolve } from "node:path";
import type { Manifest } from "@zot/protocol";
import { isInside } from "./is-inside.js";
import { hasSeparator } from "./resolve-exec.js";

const MAX_FILES = 50_000;
const SLICE_MS = 8;

interface Walk {
  root: string;
  hash: Hash;
  seen: Set<string>;
  files: number;
  sliceStart: number;
}

/**
 * One digest over all that an extension consists of: the names, modes and bytes of its files, where
 * its links lead and, when that is outside, what is there, and what its manifest names outside.
 *
 * @example
 * await digestExtension(dir, manifest); // "sha256-…"
 */
export async function digestExtension(dir: string, manifest: Manifest | undefined) {
  const root = realpathSync.native(dir);
  const hash = createHash("sha256");
  const walk: Walk = { root, hash, seen: new Set(), files: 0, sliceStart: performance.now() };
  await addFolder(walk, root, "");
  for (const file of filesOutside(root, manifest)) await addPath(walk, file, `outside:${file}`);
  return `sha256-${hash.digest("hex")}`;
}

async function addFolder(walk: Walk, folder: string, label: string): Promise<void> {
  if (walk.seen.has(folder)) return;
  walk.seen.add(folder);
  for (const name of readdirSync(folder).toSorted()) {
    await addPath(walk, join(folder, name), `${label}/${name}`);
  }
}

async function addPath(walk: Walk, path: string, label: string): Promise<void> {
  walk.files += 1;
  if (walk.files > MAX_FILES) throw new Error(`more than ${MAX_FILES} files`);
  if (performance.now() - walk.sliceStart > SLICE_MS) {
    await nextRound();
    walk.sliceStart = performance.now();
  }
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) {
    record(walk, "link", label, Buffer.from(readlinkSync(path)));
    await addTarget(walk, path, label);
  } else if (stats.isDirectory()) {
    record(walk, "folder", label, Buffer.alloc(0));
    await addFolder(walk, path, label);
  } else if (stats.isFile()) {
    const executable = (stats.mode & 0o111) !== 0;
    record(walk, executable ? "program" : "file", label, readFileSync(path));
  }
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
  if (isInside(walk.root, target) || walk.seen.has(target)) return;
  if (statSync(target).isDirectory()) await addFolder(walk, target, `${label}/`);
  else await addPath(walk, target, `${label}>`);
}

/** Lengths go in, so that no two trees can be read as the same bytes. */
function record(walk: Walk, kind: string, label: string, bytes: Buffer): void {
  walk.hash.update(`${kind} ${Buffer.byteLength(label)} ${label} ${bytes.length}\n`);
  walk.hash.update(bytes);
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
