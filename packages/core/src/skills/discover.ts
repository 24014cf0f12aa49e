import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative, sep } from "node:path";
import { messageOf } from "../errors.js";
import { readFrontMatter } from "./front-matter.js";
import type { Skill, SkillProblem } from "./skill.js";

const FILE = "SKILL.md";
const DEEPEST = 5;
const LARGEST = 1024 * 1024;

export interface DiscoverSkillsOptions {
  cwd: string;
  /** zot's own folder. */
  home: string;
  /** The user's home; the real one by default. */
  userHome?: string;
  /** Further folders, or paths of a `SKILL.md`: what extensions ship. They count last. */
  extra?: readonly string[];
}

/**
 * Finds skills in the six places where they may lie; of two with the same name the first counts.
 * Nothing in them is run.
 *
 * @example
 * const { skills, problems } = await discoverSkills({ cwd: process.cwd(), home: zotHome() });
 */
export async function discoverSkills(
  options: DiscoverSkillsOptions,
): Promise<{ skills: Skill[]; problems: SkillProblem[] }> {
  const skills = new Map<string, Skill>();
  const problems: SkillProblem[] = [];
  const seen = new Set<string>();
  for (const { folder, source } of places(options)) {
    for (const path of findFiles(folder, source, seen)) {
      try {
        const skill = await readSkill(path, folder, source);
        const first = skills.get(skill.name);
        if (first === undefined) skills.set(skill.name, skill);
        else problems.push({ path, problem: `${first.path ?? ""} has the same name, and counts` });
      } catch (error) {
        problems.push({ path, problem: messageOf(error) });
      }
    }
  }
  return { skills: [...skills.values()], problems };
}

function places({ cwd, home, userHome = homedir(), extra = [] }: DiscoverSkillsOptions) {
  return [
    { folder: join(cwd, ".zot/skills"), source: "project" as const },
    { folder: join(home, "skills"), source: "user" as const },
    { folder: join(cwd, ".claude/skills"), source: "project" as const },
    { folder: join(userHome, ".claude/skills"), source: "user" as const },
    { folder: join(cwd, ".agents/skills"), source: "project" as const },
    { folder: join(userHome, ".agents/skills"), source: "user" as const },
    ...extra.map((folder) => ({ folder, source: "extension" as const })),
  ];
}

/** Every `SKILL.md` below a folder. Links are followed, and each folder is looked at once. */
function findFiles(
  folder: string,
  source: Skill["source"],
  seen: Set<string>,
  depth = 0,
): string[] {
  if (basename(folder) === FILE) return existsSync(folder) ? [folder] : [];
  let names: string[];
  try {
    const real = realpathSync(folder);
    if (seen.has(real)) return [];
    seen.add(real);
    names = readdirSync(folder).sort();
  } catch {
    return [];
  }
  if ((depth > 0 || source === "extension") && names.includes(FILE)) return [join(folder, FILE)];
  if (depth === DEEPEST) return [];
  return names
    .map((name) => join(folder, name))
    .filter(isFolder)
    .flatMap((path) => findFiles(path, source, seen, depth + 1));
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // a link that leads nowhere, or in a circle
  }
}

async function readSkill(path: string, folder: string, source: Skill["source"]): Promise<Skill> {
  if (statSync(path).size > LARGEST) throw new Error(`${FILE} is larger than 1 MB`);
  const parsed = await readFrontMatter(readFileSync(path, "utf8"));
  if (parsed === undefined)
    throw new Error("it does not begin with a header between two --- lines");
  const { fields } = parsed;
  const description = typeof fields.description === "string" ? oneLine(fields.description) : "";
  if (description === "") throw new Error("its header has no description");
  const name =
    typeof fields.name === "string" && fields.name.trim() !== ""
      ? fields.name.trim()
      : defaultName(path, folder);
  return {
    name,
    description,
    path,
    source,
    allowedTools: stringList(fields["allowed-tools"]),
    permissions: stringLists(fields.permissions),
    offered: fields["disable-model-invocation"] !== true,
  };
}

function defaultName(path: string, folder: string): string {
  return (
    relative(folder, dirname(path))
      .split(sep)
      .map((part) =>
        part
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, "-")
          .replaceAll(/^-|-$/g, ""),
      )
      .filter((part) => part !== "")
      .join("-") || basename(dirname(path))
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** A list, or the same as text with commas or spaces between. */
function stringList(value: unknown): string[] {
  if (typeof value === "string") return value.split(/[,\s]+/).filter((item) => item !== "");
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function stringLists(value: unknown): Record<string, string[]> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, list]) => [key, stringList(list)]));
}
