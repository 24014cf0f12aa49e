import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Catalog, Config } from "@zot/sdk";

/** Which of it the user was told already. */
export const TOLD = "told.json";

/** Settings that are in use here, or need no word. */
const KNOWN_SETTINGS = new Set([
  ...["provider", "model", "reasoning", "theme", "on_failure"],
  ...["jail_by_default", "auto_compact_threshold", "http_proxy"],
  "last_changelog_shown",
]);

/** On unless they are switched off. */
const ON_BY_DEFAULT = new Set(["respect_gitignore", "inline_images_enabled"]);

/** Themes of one's own have other names. */
const THEMES = new Set<unknown>(["", "auto", "dark", "light"]);

/** What the Go zot keeps in `$ZOT_HOME` for what it alone can do. */
const FILES = ["themes", "skill-pins.json", "telegram.json", "agents", "continuous"];

/** Settings and files that another zot uses and this one does not. */
export interface Unused {
  settings: string[];
  files: string[];
  modelFields: readonly string[];
}

/**
 * One line for each kind of thing in `$ZOT_HOME` that another zot uses and this one does not, the first
 * time that somebody is there to read it. All of it stays where it is.
 */
export async function tellUnused(
  home: string,
  config: Config,
  catalog: Catalog,
): Promise<string[]> {
  const found: Unused = {
    settings: Object.entries(config)
      .filter(([name, value]) =>
        name === "theme" ? !THEMES.has(value) : !KNOWN_SETTINGS.has(name) && says(name, value),
      )
      .map(([name]) => name),
    files: FILES.filter((name) => existsSync(join(home, name))),
    modelFields: catalog.unused,
  };
  const isClean = Object.values(found).every((names: readonly string[]) => names.length === 0);
  // A file of keys is looked into once: it is not on the way to a prompt.
  const isFirstRun = !existsSync(join(home, TOLD)) && existsSync(join(home, "auth.json"));
  // Asked last: Node makes the stream for it, which takes longer than all the rest.
  if ((isClean && !isFirstRun) || !process.stderr.isTTY) return [];
  const { describeUnused } = await import("./describe.js");
  return describeUnused(home, found, catalog);
}

/** Whether a value is more than the Go zot's word for "as usual". */
function says(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value !== ON_BY_DEFAULT.has(name);
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== "" && value !== null;
}
