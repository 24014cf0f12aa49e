/** A set of instructions that the model can fetch when it needs them. */
export interface Skill {
  name: string;
  /** One line that tells the model when to use it. */
  description: string;
  /** The file, or nothing for a built-in one. */
  path: string | undefined;
  source: "project" | "user" | "extension" | "built-in";
  /** For the model to read; nothing enforces them. */
  allowedTools: readonly string[];
  permissions: Readonly<Record<string, readonly string[]>>;
  /** False: only the user can ask for it. */
  offered: boolean;
  /** Of the text that it was found with; `loadSkill` refuses another. */
  sha256?: string;
}

/** A skill that could not be used, and why. */
export interface SkillProblem {
  path: string;
  problem: string;
  /** Nothing is wrong with it: another one has its name, and counts. */
  isShadowed?: true;
}
