import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";

/** Hostile files are read here as well as good ones: nothing larger, longer or slower than an honest one needs. */
const LARGEST_FILE = 256 * 1024;
const MOST_PATTERNS = 5_000;
const LONGEST_PATTERN = 512;
/** Each `**` multiplies the ways in which a path can match. */
const MOST_GLOBSTARS = 3;

/** What git leaves out of a folder: the patterns of every `.gitignore` from the top of the repository down to it. */
export class IgnoreRules {
  /** Patterns and paths are relative to this folder. */
  readonly #top: string;
  readonly #matcher: Ignore;

  private constructor(top: string, matcher: Ignore) {
    this.#top = top;
    this.#matcher = matcher;
  }

  /** The patterns of the folders around `folder`. None if it is ignored itself: there the user works on purpose. */
  static async above(folder: string): Promise<IgnoreRules> {
    const top = await findTop(folder);
    let rules = new IgnoreRules(top, newMatcher());
    rules = rules.#add(top, await readPatterns(join(top, ".git/info/exclude")));
    const names = relative(top, folder).split(sep).filter(Boolean);
    for (const [index, name] of names.entries()) {
      const around = join(top, ...names.slice(0, index));
      rules = await rules.within(around);
      if (rules.ignoresFolder(join(around, name))) return new IgnoreRules(top, newMatcher());
    }
    return rules;
  }

  /** These, and those of the folder's own file. */
  async within(folder: string): Promise<IgnoreRules> {
    return this.#add(folder, await readPatterns(join(folder, ".gitignore")));
  }

  ignoresFile(path: string): boolean {
    return this.#matcher.ignores(this.#pathOf(path));
  }

  ignoresFolder(path: string): boolean {
    return this.#matcher.ignores(`${this.#pathOf(path)}/`);
  }

  #pathOf(path: string): string {
    return relative(this.#top, path).replaceAll(sep, "/");
  }

  #add(folder: string, patterns: readonly string[]): IgnoreRules {
    if (patterns.length === 0) return this;
    const place = this.#pathOf(folder).replace(/[\\*?[\]!# ]/g, "\\$&");
    const matcher = newMatcher()
      .add(this.#matcher)
      .add(patterns.map((pattern) => moveInto(place, pattern)));
    return new IgnoreRules(this.#top, matcher);
  }
}

function newMatcher(): Ignore {
  return ignore({ ignorecase: process.platform === "darwin" || process.platform === "win32" });
}

/** The same pattern, as the file at the top would have to say it. */
function moveInto(place: string, pattern: string): string {
  if (place === "") return pattern;
  const isNegative = pattern.startsWith("!");
  const body = isNegative ? pattern.slice(1) : pattern;
  const isAnchored = body.replace(/\/$/, "").includes("/");
  const moved = isAnchored ? `/${place}/${body.replace(/^\//, "")}` : `/${place}/**/${body}`;
  return isNegative ? `!${moved}` : moved;
}

/** The top of the repository that a folder belongs to; the folder itself where there is none. */
async function findTop(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    if (await stat(join(at, ".git")).catch(() => undefined)) return at;
    if (dirname(at) === at) return folder;
  }
}

/** git, too, follows no link here. */
async function readPatterns(path: string): Promise<string[]> {
  // Opening a pipe without O_NONBLOCK waits until somebody writes to it.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  if (file === undefined) return [];
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > LARGEST_FILE) return [];
    const text = await file.readFile("utf8");
    return text
      .replace(/^\uFEFF/, "")
      .split(/\r?\n/)
      .filter(isUsable)
      .slice(0, MOST_PATTERNS);
  } catch {
    return [];
  } finally {
    await file.close();
  }
}

function isUsable(line: string): boolean {
  if (line.trim() === "" || line.startsWith("#") || line.length > LONGEST_PATTERN) return false;
  return line.split("**").length - 1 <= MOST_GLOBSTARS;
}
