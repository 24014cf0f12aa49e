import type { Skill } from "./skill.js";

/**
 * What the system prompt says of skills: their names and when to use them.
 *
 * @example
 * skillManifest([{ name: "review", description: "Review a change.", … }]);
 */
export function skillManifest(skills: readonly Skill[]): string {
  const offered = skills.filter((skill) => skill.offered);
  if (offered.length === 0) return "";
  const lines = offered.map(({ name, description }) => `- ${name}: ${description}`);
  return `Skills are instructions for certain tasks. When one fits, read it with the skill tool before you start:\n${lines.join("\n")}`;
}
