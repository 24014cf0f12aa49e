import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { sha256 } from "../session/sha256.js";
import { withFile } from "../tools/files.js";
import type { Jail } from "../tools/jail/jail.js";
import { MAX_SKILL_BYTES } from "./find-files.js";
import { readFrontMatter } from "./front-matter.js";
import type { Skill } from "./skill.js";

/**
 * The text of a skill as the model gets it: where it lies, what it may use, what to do. Read anew each
 * time, so that an edit counts at once.
 *
 * @example
 * const text = await loadSkill(skill);
 */
export async function loadSkill(skill: Skill, jail?: Jail): Promise<string> {
  const { path, allowedTools, permissions } = skill;
  const head = [`# Skill: ${skill.name}`];
  if (path !== undefined) head.push(`Folder, for relative paths in it: ${dirname(path)}`);
  if (allowedTools.length > 0) head.push(`Tools to use: ${allowedTools.join(", ")}`);
  for (const [tool, patterns] of Object.entries(permissions)) {
    head.push(`Allowed with ${tool}: ${patterns.join(", ")}`);
  }
  return `${head.join("\n")}\n\n${(await bodyOf(skill, jail)).trim()}\n`;
}

async function bodyOf(
  { path, source, sha256: pinned }: Skill,
  jail: Jail | undefined,
): Promise<string> {
  if (path === undefined) return (await import("./write-zot-extension.js")).WRITE_ZOT_EXTENSION;
  // The user's own skills lie outside any project; a project's may be links to anywhere.
  const text = withFile(path, source === "project" ? jail : undefined, (fd, { size }) => {
    if (size > MAX_SKILL_BYTES) throw new Error("it is larger than 1 MB");
    return readFileSync(fd, "utf8");
  });
  if (pinned !== undefined && pinned !== sha256(text)) {
    throw new Error("it changed since it was looked at, and was trusted as it was");
  }
  return (await readFrontMatter(text))?.body ?? text;
}
