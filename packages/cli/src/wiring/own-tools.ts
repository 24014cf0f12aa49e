import {
  buildSystemPrompt,
  builtInTools,
  discoverSkills,
  Jail,
  withBuiltInSkills,
  type Skill,
  type Tool,
} from "@zot/core";
import type { ExtensionHost } from "@zot/host";
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
  {
    cwd,
    home,
    offersSkills,
    shipped = [],
  }: { cwd: string; home: string; offersSkills: boolean; shipped?: readonly string[] },
): Promise<OwnTools> {
  const skills = options["no-skill"] || !offersSkills ? [] : await findSkills(cwd, home, shipped);
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

async function findSkills(cwd: string, home: string, shipped: readonly string[]): Promise<Skill[]> {
  const { skills } = await discoverSkills({ cwd, home, extra: shipped });
  return withBuiltInSkills(skills);
}

/** Where the skills of extensions are that run, or are nothing but skills. */
export function shippedSkills(host: ExtensionHost): string[] {
  return host
    .extensions()
    .filter(({ state }) => state === "ready" || state === "bundle")
    .flatMap(({ skills }) => skills);
}
