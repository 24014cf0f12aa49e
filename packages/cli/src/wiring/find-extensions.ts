import { existsSync } from "node:fs";
import { join } from "node:path";
import { resolvePath } from "@zot/core";
import type { Options } from "../args/flags.js";

/** Where a run looks for extensions, as the host takes it. */
export function extensionPlaces(options: Options) {
  return {
    // No shell expands the `~` of `--ext=~/folder`.
    paths: options.ext.map((path) => resolvePath(path, process.cwd())),
    discover: { project: !options["no-ext"], global: !options["no-ext"] },
  };
}

/** Whether there can be any: where there is no folder for them, the host need not be loaded to look into it. */
export function mayHaveExtensions(
  options: Options,
  { cwd, home }: { cwd: string; home: string },
): boolean {
  if (options.ext.length > 0) return true;
  const folders = [join(cwd, ".zot", "extensions"), join(home, "extensions")];
  return !options["no-ext"] && folders.some((folder) => existsSync(folder));
}
