import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { isInside } from "../tools/paths.js";
import type { Skill, SkillProblem } from "./skill.js";

export const SKILL_FILE = "SKILL.md";
export const MAX_SKILL_BYTES = 1024 * 1024;
const DEEPEST = 5;
const MOST_FOLDERS = 2_000;

/** A folder that skills may lie in. */
export interface SkillPlace {
  folder: string;
  source: Skill["source"];
  /** Links that lead out of here are not followed. */
  root?: string;
}

/** Looks for every `SKILL.md` below folders. Links are followed, and each folder is looked at once. */
export class SkillFinder {
  readonly #seen = new Set<string>();
  readonly #problems: SkillProblem[];

  constructor(problems: SkillProblem[]) {
    this.#problems = problems;
  }

  find(place: SkillPlace): string[] {
    const left = { folders: MOST_FOLDERS };
    const found = this.#findBelow(place, place.folder, 0, left);
    if (left.folders < 0) {
      const problem = `it holds more than ${MOST_FOLDERS} folders; the rest was not looked at`;
      this.#problems.push({ path: place.folder, problem });
    }
    return found;
  }

  #findBelow(
    place: SkillPlace,
    folder: string,
    depth: number,
    left: { folders: number },
  ): string[] {
    if (basename(folder) === SKILL_FILE) return existsSync(folder) ? [folder] : [];
    if ((left.folders -= 1) < 0) return [];
    let names: string[];
    try {
      const real = realpathSync(folder);
      if (place.root !== undefined && !isInside(realpathSync(place.root), real)) {
        const problem = "a link that leads out of the project; it is not followed";
        this.#problems.push({ path: folder, problem });
        return [];
      }
      if (this.#seen.has(real)) return [];
      this.#seen.add(real);
      names = readdirSync(folder).sort();
    } catch {
      return [];
    }
    if ((depth > 0 || place.source === "extension") && names.includes(SKILL_FILE)) {
      return [join(folder, SKILL_FILE)];
    }
    if (depth === DEEPEST) return [];
    return names
      .map((name) => join(folder, name))
      .filter(isFolder)
      .flatMap((path) => this.#findBelow(place, path, depth + 1, left));
  }
}

/** Whether a file is where it seems to be. */
export function isLinkOut(path: string, folder: string): boolean {
  if (!lstatSync(path).isSymbolicLink()) return false;
  return !isInside(realpathSync(folder), realpathSync(path));
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // a link that leads nowhere, or in a circle
  }
}
