import { mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const KEPT = 50;

/** Makes a file for a result that is too long to pass on; the oldest ones make room. */
export function createResultFile(
  dir: string,
  extension: string,
  ending: "txt" | "json",
): { path: string; file: number } {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  prune(dir);
  const stamp = `${Date.now().toString(36)}-${process.pid.toString(36)}`;
  for (let attempt = 0; ; attempt += 1) {
    const path = join(dir, `${extension}-${stamp}-${attempt}.${ending}`);
    try {
      return { path, file: openSync(path, "wx", 0o600) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function prune(dir: string): void {
  const files = readdirSync(dir).map((name) => join(dir, name));
  if (files.length < KEPT) return;
  const age = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const byAge = files.map((path) => ({ path, age: age(path) })).toSorted((a, b) => a.age - b.age);
  for (const { path } of byAge.slice(0, files.length - KEPT + 1)) rmSync(path, { force: true });
}
