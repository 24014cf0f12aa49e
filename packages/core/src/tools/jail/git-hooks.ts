import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

/** The settings of git that name files which it then runs or obeys; `path` is that of `[include]`. */
const SETTING = /^[ \t]*(?:\[[^\]\n]*\][ \t]*)?(hookspath|path)[ \t]*=(.*)/gim;
/** Nobody writes more settings than that, and others may have made the file. */
const LONGEST = 1024 * 1024;

/**
 * Files and folders outside a repository's own folder that git takes hooks or settings from: what `core.hooksPath` and
 * `include.path` name, and where links among the hooks lead. By their real paths; only those that are there.
 *
 * @param git the repository's own folder, or the `.git` file or link that leads to it
 * @param tree the folder of its files
 */
export function findHookPlaces(git: string, tree: string): string[] {
  const own = followGitFile(git);
  const common = resolve(own, readText(join(own, "commondir"))?.trim() ?? "");
  const home = homedir();
  const configs = [
    ...[join(common, "config"), join(own, "config.worktree")],
    ...[join(home, ".gitconfig"), join(home, ".config/git/config"), "/etc/gitconfig"],
  ];
  const named = configs.flatMap((config) =>
    [...(readText(config) ?? "").matchAll(SETTING)].map(([, key = "", text = ""]) => {
      const value = readValue(text);
      const from = key.toLowerCase() === "path" ? dirname(config) : tree;
      const path = value.startsWith("~/") ? join(home, value.slice(2)) : resolve(from, value);
      // Husky's hooks are in `.husky/_`, and run those of the same name one folder up.
      return basename(path) === "_" ? dirname(path) : path;
    }),
  );
  const hooks = join(common, "hooks");
  const links = [hooks, ...listNames(hooks).map((name) => join(hooks, name))].filter(isLink);
  return [...named, ...links].flatMap((path) => {
    try {
      return [realpathSync.native(path)];
    } catch {
      return [];
    }
  });
}

function followGitFile(git: string): string {
  const target = /^gitdir: (.*)/.exec(readText(git) ?? "")?.[1];
  return target === undefined ? git : resolve(dirname(git), target.trim());
}

/** A setting's value, without quotes and what is said about it. */
function readValue(text: string): string {
  const value = text.trim();
  if (value.startsWith('"')) return value.slice(1).split('"', 1)[0] ?? "";
  return value.split(/[;#]/, 1)[0]?.trim() ?? "";
}

/** Nothing where there is no such file. */
function readText(path: string): string | undefined {
  try {
    // Reading a pipe would wait for somebody who writes to it.
    const stats = statSync(path);
    return stats.isFile() && stats.size <= LONGEST ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
