import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The nearest folder upwards with a `.git`, or the working directory itself. */
export function findRoot(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}
