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
import type { Options } from "../args/flags.js";
import { childEnv } from "./child-env.js";

export interface OwnToolsSetup {
  cwd: string;
  home: string;
  /** Skills are offered where a person talks to the model; a script asks for them. */
  offersSkills: boolean;
  /** Whether tools begin inside the working folder. */
  jailed: boolean;
  /** The session that is kept now, if one is. */
  sessionId: () => string | undefined;
}

/** What a run can do without extensions, and what the model is told of it. */
export class OwnTools {
  readonly jail: Jail;
  readonly #options: Options;
  readonly #setup: OwnToolsSetup;
  #skills: readonly Skill[] = [];
  #problems: readonly SkillProblem[] = [];
  #tools: readonly Tool[] = [];
  #system = "";

  private constructor(options: Options, setup: OwnToolsSetup) {
    this.#options = options;
    this.#setup = setup;
    this.jail = new Jail(setup.cwd, { locked: setup.jailed });
  }

  static async open(options: Options, setup: OwnToolsSetup): Promise<OwnTools> {
    const own = new OwnTools(options, setup);
    await own.findSkills([]);
    return own;
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

  /** Looks for skills where they may lie, and in the folders that extensions ship. */
  async findSkills(shipped: readonly string[]): Promise<void> {
    const { cwd, home, offersSkills, sessionId } = this.#setup;
    if (offersSkills && !this.#options["no-skill"]) {
      const { skills, problems } = await discoverSkills({ cwd, home, extra: shipped });
      this.#skills = withBuiltInSkills(skills);
      this.#problems = problems;
    }
    this.#tools = builtInTools({
      jail: this.jail,
      skills: this.#skills,
      env: childEnv(sessionId),
    });
    const system = this.#options["system-prompt"];
    this.#system = buildSystemPrompt({
      cwd,
      home,
      append: this.#options["append-system-prompt"],
      skills: this.#skills,
      ...(system === undefined ? {} : { system }),
    }).text;
  }
}
