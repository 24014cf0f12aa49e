import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";

const MOST_FILES = 20_000;
const GIT_MS = 3_000;
const SKIPPED = new Set([".git", "node_modules", ".venv", "__pycache__"]);

/** The files of a folder, those that git ignores left out, with `/` between folders. */
export async function listFiles(cwd: string, signal: AbortSignal): Promise<string[]> {
  return (await listByGit(cwd, signal)) ?? walk(cwd, signal);
}

function listByGit(cwd: string, signal: AbortSignal): Promise<string[] | undefined> {
  // A repository's own settings may name programs to run; none of them is.
  const safe = ["-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit"];
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  return new Promise((resolve) => {
    execFile(
      "git",
      [...safe, ...list],
      { cwd, signal, timeout: GIT_MS, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout) => {
        resolve(error ? undefined : stdout.split("\0").filter(Boolean).slice(0, MOST_FILES));
      },
    );
  });
}

async function walk(cwd: string, signal: AbortSignal): Promise<string[]> {
  const files: string[] = [];
  const waiting = [cwd];
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    if (signal.aborted || files.length >= MOST_FILES) break;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) waiting.push(path);
      if (entry.isFile()) files.push(relative(cwd, path).replaceAll(sep, "/"));
    }
  }
  return files;
}
