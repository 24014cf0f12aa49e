import { opendir, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { IgnoreRules } from "./ignore-rules.js";

/** A walk ends at whichever of these it meets first; what is near comes first. */
const MOST_FILES = 20_000;
const MOST_ENTRIES = 250_000;
const MOST_DEPTH = 40;
const MOST_MS = 5_000;

/** After this much work the keys that were pressed meanwhile have their turn. */
const SLICE_MS = 5;
const ENTRIES_PER_LOOK = 32;
const SKIPPED = new Set([".git", "node_modules", ".venv", "__pycache__"]);

interface Folder {
  path: string;
  rules: IgnoreRules;
  depth: number;
}

/**
 * The files of a folder, those that git ignores left out, with `/` between folders. git itself is not asked:
 * a repository's settings can name programs, and it starts them even to list files.
 */
export async function listFiles(
  cwd: string,
  signal: AbortSignal,
  mostMs = MOST_MS,
): Promise<string[]> {
  const files: string[] = [];
  const turns = new Turns(signal, mostMs);
  const waiting: Folder[] = [{ path: cwd, rules: await IgnoreRules.above(cwd), depth: 0 }];
  for (const { path, rules: outer, depth } of waiting) {
    const rules = await outer.within(path);
    for await (const entry of readFolder(path)) {
      if (files.length >= MOST_FILES || (await turns.isOver())) return files;
      const inside = join(path, entry.name);
      if (entry.isDirectory()) {
        if (SKIPPED.has(entry.name) || depth >= MOST_DEPTH) continue;
        if (!rules.ignoresFolder(inside)) waiting.push({ path: inside, rules, depth: depth + 1 });
      } else if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(inside, cwd)))) {
        if (!rules.ignoresFile(inside)) files.push(relative(cwd, inside).replaceAll(sep, "/"));
      }
    }
  }
  return files;
}

/** Nothing for a folder that can't be read, and no more of one that vanishes meanwhile. */
async function* readFolder(path: string) {
  try {
    yield* await opendir(path, { bufferSize: 256 });
  } catch {
    return;
  }
}

/** A link to a folder is not followed, and one that leaves the project is not offered. */
async function leadsToFile(link: string, cwd: string): Promise<boolean> {
  try {
    const target = await realpath(link);
    const root = await realpath(cwd);
    return target.startsWith(root + sep) && (await stat(target)).isFile();
  } catch {
    return false;
  }
}

/** Cuts the work into slices, and ends it when there was enough. */
class Turns {
  readonly #signal: AbortSignal;
  readonly #end: number;
  #slice = performance.now() + SLICE_MS;
  #entries = 0;

  constructor(signal: AbortSignal, mostMs: number) {
    this.#signal = signal;
    this.#end = performance.now() + mostMs;
  }

  /** Asked for every entry. */
  async isOver(): Promise<boolean> {
    this.#entries += 1;
    if (this.#entries % ENTRIES_PER_LOOK !== 0) return false;
    if (performance.now() > this.#slice) {
      await nextTurn();
      this.#slice = performance.now() + SLICE_MS;
    }
    return this.#signal.aborted || this.#entries > MOST_ENTRIES || performance.now() > this.#end;
  }
}
