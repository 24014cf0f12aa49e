import { homedir } from "node:os";
import { basename, dirname, join, relative, sep } from "node:path";
import { messageOf } from "../errors.js";
import { findRoot } from "../project-root.js";
import { readRegularFile } from "../regular-file.js";
import { sha256 } from "../session/sha256.js";
import { isBuiltInSkill } from "./built-in.js";
import {
  isLinkOut,
  MAX_SKILL_BYTES,
  SKILL_FILE,
  SkillFinder,
  type SkillPlace,
} from "./find-files.js";
import { readFrontMatter } from "./front-matter.js";
import type { Skill, SkillProblem } from "./skill.js";

export interface DiscoverSkillsOptions {
  cwd: string;
  /** zot's own folder. */
  home: string;
  /** The user's home; the real one by default. */
  userHome?: string;
  /** Further folders, or paths of a `SKILL.md`: what extensions ship. */
  extra?: readonly string[];
  /** Ties the project's skills to their text: `loadSkill` refuses another. Default: false. */
  pin?: boolean;
}

/** What was found, and what of it can't be used. */
export interface DiscoveredSkills {
  /** Those that count. */
  skills: Skill[];
  /** All of the project's, also those whose name is taken: what a caller asks its user about. */
  project: Skill[];
  problems: SkillProblem[];
}

/**
 * Finds skills where they may lie. Of two with the same name the user's counts first, then a built-in one, one that an
 * extension ships, and last the project's. Nothing in them is run; whether the project's are used is for the caller to
 * decide.
 *
 * @example
 * const { skills, problems } = await discoverSkills({ cwd: process.cwd(), home: zotHome() });
 */
export async function discoverSkills(options: DiscoverSkillsOptions): Promise<DiscoveredSkills> {
  const skills = new Map<string, Skill>();
  const project: Skill[] = [];
  const problems: SkillProblem[] = [];
  const finder = new SkillFinder(problems);
  for (const place of places(options)) {
    for (const path of finder.find(place)) {
      try {
        const skill = await readSkill(path, place, options.pin === true);
        if (place.source === "project") project.push(skill);
        const rival = findRival(skill, skills);
        if (rival === undefined) skills.set(skill.name, skill);
        else {
          const problem = `${rival} has the same name, and counts`;
          problems.push({ path, problem, isShadowed: true });
        }
      } catch (error) {
        problems.push({ path, problem: messageOf(error) });
      }
    }
  }
  return { skills: [...skills.values()], project, problems };
}

/** What has the name of a skill and goes before it. */
function findRival(skill: Skill, skills: ReadonlyMap<string, Skill>): string | undefined {
  const first = skills.get(skill.name);
  if (first !== undefined) return first.path ?? "";
  const isTaken = skill.source !== "user" && isBuiltInSkill(skill.name);
  return isTaken ? "the built-in skill" : undefined;
}

function places({
  cwd,
  home,
  userHome = homedir(),
  extra = [],
}: DiscoverSkillsOptions): SkillPlace[] {
  const users = [join(home, "skills"), ...OTHERS.map((folder) => join(userHome, folder))];
  const projects = [".zot/skills", ...OTHERS].map((folder) => join(cwd, folder));
  const root = findRoot(cwd);
  return [
    ...users.map((folder) => ({ folder, source: "user" as const })),
    ...extra.map((folder) => ({ folder, source: "extension" as const })),
    ...projects.map((folder) => ({ folder, source: "project" as const, root })),
  ];
}

/** Where other agents keep theirs. */
const OTHERS = [".claude/skills", ".agents/skills"];

async function readSkill(
  path: string,
  { folder, source }: SkillPlace,
  pin: boolean,
): Promise<Skill> {
  if (source === "project" && isLinkOut(path, dirname(path))) {
    throw new Error("it is a link that leads out of its folder");
  }
  const { bytes, isWhole } = readRegularFile(path, MAX_SKILL_BYTES);
  if (!isWhole) throw new Error(`${SKILL_FILE} is larger than 1 MB`);
  const text = bytes.toString("utf8");
  const parsed = await readFrontMatter(text);
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
    ...(pin && source === "project" ? { sha256: sha256(text) } : {}),
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
