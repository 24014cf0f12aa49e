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
import { trustsByFlag } from "./decide-trust.js";
import { ProjectSkills, type DecideSkills } from "./project-skills.js";

export interface OwnToolsSetup {
  cwd: string;
  home: string;
  /** Skills are offered where a person talks to the model; a script asks for them. */
  offersSkills: boolean;
  /** Whether tools begin inside the working folder. */
  jailed: boolean;
  /** Asks about the project's skills, once there is a screen to ask on. */
  decideSkills?: DecideSkills;
  /** The session that is kept now, if one is. */
  sessionId: () => string | undefined;
}

/** What a run can do without extensions, and what the model is told of it. */
export class OwnTools {
  readonly jail: Jail;
  readonly #options: Options;
  readonly #setup: OwnToolsSetup;
  readonly #project: ProjectSkills;
  /** Whether skills of the project wait for an answer that nobody was asked for yet. */
  #isUnsettled = false;
  #skills: readonly Skill[] = [];
  #problems: readonly SkillProblem[] = [];
  #tools: readonly Tool[] = [];
  #system = "";

  private constructor(options: Options, setup: OwnToolsSetup) {
    this.#options = options;
    this.#setup = setup;
    this.jail = new Jail(setup.cwd, { locked: setup.jailed, hidden: [setup.home] });
    this.#project = new ProjectSkills(setup);
  }

  static async open(options: Options, setup: OwnToolsSetup): Promise<OwnTools> {
    const own = new OwnTools(options, setup);
    await own.#find([], false);
    return own;
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
    const { cwd, home, offersSkills, sessionId } = this.#setup;
    if (offersSkills && !this.#options["no-skill"]) {
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

  #decision(mayAsk: boolean): DecideSkills | undefined {
    if (trustsByFlag(this.#options, process.env)) return () => "once";
    return mayAsk ? this.#setup.decideSkills : undefined;
  }
}
