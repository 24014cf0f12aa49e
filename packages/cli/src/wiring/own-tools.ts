import { buildSystemPrompt, builtInTools, Jail, type Skill, type Tool } from "@zot/core";
import type { Options } from "../args/flags.js";

/** What a run can do without extensions, and what the model is told of it. */
export interface OwnTools {
  tools: Tool[];
  jail: Jail;
  skills: Skill[];
  system: string;
}

/** Skills are offered where a person talks to the model (`offersSkills`); a script asks for them. */
export async function prepareOwnTools(
  options: Options,
  { cwd, home, offersSkills }: { cwd: string; home: string; offersSkills: boolean },
): Promise<OwnTools> {
  const skills = options["no-skill"] || !offersSkills ? [] : await findSkills(cwd, home);
  const jail = new Jail(cwd);
  const { text: system } = buildSystemPrompt({
    cwd,
    home,
    append: options["append-system-prompt"],
    skills,
    ...(options["system-prompt"] === undefined ? {} : { system: options["system-prompt"] }),
  });
  return { tools: builtInTools({ jail, skills }), jail, skills, system };
}

async function findSkills(cwd: string, home: string): Promise<Skill[]> {
  const { discoverSkills } = await import("@zot/core");
  return (await discoverSkills({ cwd, home })).skills;
}
