import type { Skill } from "../skills/skill.js";
import { bashTool } from "./bash.js";
import { editTool } from "./edit.js";
import type { Jail } from "./jail/jail.js";
import { readTool } from "./read.js";
import { skillTool } from "./skill.js";
import type { Tool } from "./tool.js";
import { writeTool } from "./write.js";

export interface BuiltInToolsOptions {
  /** Keeps them inside a folder while it is locked. */
  jail?: Jail;
  /** With any, there is a `skill` tool to read them. */
  skills?: readonly Skill[];
  /** What commands get, less API keys; the process's own by default. */
  env?: NodeJS.ProcessEnv;
}

/**
 * The tools that every zot has: `read`, `write`, `edit`, `bash`, and `skill` if there are skills.
 *
 * @example
 * const agent = new Agent({ client, model, tools: builtInTools() });
 */
export function builtInTools(options: BuiltInToolsOptions = {}): Tool[] {
  const { jail, skills = [], env } = options;
  return [
    readTool(jail),
    writeTool(jail),
    editTool(jail),
    bashTool(jail, env),
    ...(skills.length > 0 ? [skillTool(skills, jail)] : []),
  ];
}
