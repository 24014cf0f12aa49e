import {
  buildSystemPrompt,
  builtInTools,
  discoverSkills,
  Jail,
  withBuiltInSkills,
  type Skill,
  type SkillProblem,
  type Tool,
} from "@zot/core";
import { childEnv } from "../extensions/child-env.js";
import { ProjectSkills, type DecideSkills } from "./project-skills.js";

export interface BuiltinToolsSetup {
  cwd: string;
  home: string;
  /** Whether skills are offered. */
  skills: boolean;
  /** Whether tools begin inside the working folder. */
  jailed: boolean;
  /** In place of the usual system prompt, and behind it. */
  system: string | undefined;
  append: readonly string[];
  /** Whether the project's skills are used without a question. */
  trust: boolean;
  /** Asks about the project's skills, once there is a screen to ask on. */
  decideSkills: DecideSkills | undefined;
  /** The session that is kept now, if one is. */
  sessionId: () => string | undefined;
}

/** What a run can do without extensions, and what the model is told of it. */
export class BuiltinTools {
  readonly jail: Jail;
  readonly #setup: BuiltinToolsSetup;
  readonly #project: ProjectSkills;
  /** Whether skills of the project wait for an answer that nobody was asked for yet. */
  #isUnsettled = false;
  #skills: readonly Skill[] = [];
  #problems: readonly SkillProblem[] = [];
  #tools: readonly Tool[] = [];
  #system = "";

  private constructor(setup: BuiltinToolsSetup) {
    this.#setup = setup;
    this.jail = new Jail(setup.cwd, { locked: setup.jailed, hidden: [setup.home] });
    this.#project = new ProjectSkills(setup);
  }

  static async open(setup: BuiltinToolsSetup): Promise<BuiltinTools> {
    const tools = new BuiltinTools(setup);
    await tools.#find([], false);
    return tools;
  }

  /** Whether there is something that `findSkills` would ask. */
  get isUnsettled(): boolean {
    return this.#isUnsettled;
  }

  get tools(): readonly Tool[] {
    return this.#tools;
  }

  get skills(): readonly Skill[] {
    return this.#skills;
  }

  /** Skills that can't be used. */
  get problems(): readonly SkillProblem[] {
    return this.#problems;
  }

  get system(): string {
    return this.#system;
  }

  /** Looks for skills where they may lie, and in the folders that extensions ship. May ask about the project's. */
  findSkills(shipped: readonly string[]): Promise<void> {
    return this.#find(shipped, true);
  }

  async #find(shipped: readonly string[], mayAsk: boolean): Promise<void> {
    const { cwd, home, system, append } = this.#setup;
    if (this.#setup.skills) {
      const discover = () => discoverSkills({ cwd, home, extra: shipped, pin: true });
      const found = await this.#project.admit(discover, this.#decision(mayAsk));
      this.#skills = withBuiltInSkills(found.skills);
      this.#problems = found.problems;
      const canAsk = !mayAsk && this.#setup.decideSkills !== undefined;
      this.#isUnsettled = canAsk && this.#project.isLeftOut;
    }
    this.#tools = builtInTools({
      jail: this.jail,
      skills: this.#skills,
      env: childEnv(this.#setup.sessionId),
    });
    this.#system = buildSystemPrompt({
      cwd,
      home,
      append,
      skills: this.#skills,
      ...(system === undefined ? {} : { system }),
    }).text;
  }

  #decision(mayAsk: boolean): DecideSkills | undefined {
    if (this.#setup.trust) return () => "once";
    return mayAsk ? this.#setup.decideSkills : undefined;
  }
}
