import { resolvePath } from "@zot/core";
import { discover } from "@zot/host/inventory";
import type { Options } from "../args/flags.js";

/** Where a run looks for extensions, as the host takes it. */
export function extensionPlaces(options: Options) {
  return {
    // No shell expands the `~` of `--ext=~/folder`.
    paths: options.ext.map((path) => resolvePath(path, process.cwd())),
    discover: { project: !options["no-ext"], global: !options["no-ext"] },
  };
}

/** Whether a run has any: without one it need not load the host. */
export function hasExtensions(
  options: Options,
  { cwd, home }: { cwd: string; home: string },
): boolean {
  const { paths, discover: where } = extensionPlaces(options);
  return discover({ cwd, zotHome: home, paths, ...where }).length > 0;
}
