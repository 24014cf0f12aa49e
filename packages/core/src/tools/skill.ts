import { messageOf } from "../errors.js";
import type { Skill } from "../skills/skill.js";
import { requireString } from "./args.js";
import type { Jail } from "./jail/jail.js";
import { failed, type Tool } from "./tool.js";

export function skillTool(skills: readonly Skill[], jail: Jail | undefined): Tool {
  return {
    name: "skill",
    description: "Read the instructions of a skill, by its name.",
    schema: {
      type: "object",
      properties: { name: { type: "string" } },
      required: ["name"],
    },
    async run(args) {
      const name = requireString(args, "name");
      const skill = skills.find((one) => one.name === name);
      if (skill === undefined) {
        const known = skills.map((one) => one.name).join(", ");
        return failed(`there is no skill "${name}"; known ones: ${known}`);
      }
      const { loadSkill } = await import("../skills/load.js");
      try {
        const text = await loadSkill(skill, jail);
        return { content: [{ type: "text", text }], details: { skill: name } };
      } catch (error) {
        return failed(`the skill "${name}" could not be read: ${messageOf(error)}`);
      }
    },
  };
}
