import type { Skill } from "./skill.js";

/**
 * The skills that every zot has. One of the user's with the same name counts instead.
 *
 * @example
 * const { skills } = await discoverSkills({ cwd, home });
 * const all = withBuiltInSkills(skills);
 */
export function withBuiltInSkills(found: readonly Skill[]): Skill[] {
  const names = new Set(found.map(({ name }) => name));
  return [...found, ...BUILT_IN.filter(({ name }) => !names.has(name))];
}

/** Whether a built-in skill has this name. */
export function isBuiltInSkill(name: string): boolean {
  return BUILT_IN.some((skill) => skill.name === name);
}

const BUILT_IN: readonly Skill[] = [
  {
    name: "write-zot-extension",
    description:
      "How to write, try and test an extension for zot (a tool, a slash command, a guard, a panel) in JavaScript, TypeScript, Python or shell. Read it before you write one.",
    path: undefined,
    source: "built-in",
    allowedTools: ["read", "write", "edit", "bash"],
    permissions: {},
    offered: true,
  },
];
