import { dirname } from "node:path";
import type { DiscoveredSkills, Skill, SkillProblem } from "@zot/core";
import type { TrustDecision } from "@zot/host";
import type { TrustKeeper, TrustQuestion, TrustResult } from "@zot/host/inventory";

/** What the user is asked before a project's skills are used for the first time, or after a change. */
export interface SkillsRequest extends TrustQuestion {
  cwd: string;
  names: readonly string[];
  folders: readonly string[];
}

export type DecideSkills = (request: SkillsRequest) => TrustDecision | Promise<TrustDecision>;

const HOW_TO = "zot ext trust shows them and asks, --trust uses them for one run";

/** Lets the skills of a project through once they are trusted: all of them together, as they are. */
export class ProjectSkills {
  readonly #setup: { cwd: string; home: string };
  #keeper: TrustKeeper | undefined;
  #isLeftOut = false;

  constructor(setup: { cwd: string; home: string }) {
    this.#setup = setup;
  }

  /** Whether there were some that could not be used. */
  get isLeftOut(): boolean {
    return this.#isLeftOut;
  }

  /** What may be used of all that is found. Where nobody can be asked, only what was trusted before. */
  async admit(
    discover: () => Promise<DiscoveredSkills>,
    decide: DecideSkills | undefined,
  ): Promise<DiscoveredSkills> {
    const before = await discover();
    this.#isLeftOut = false;
    if (!before.skills.some(isProjects)) return before;
    const trust = await this.#settle(before.project, decide);
    if (!trust.ok) return this.#without(before, trust.reason);
    // What was trusted is what is used: it is read again, and is still the same after that.
    const found = await discover();
    const isSame = foldersOf(found.project).join("\n") === foldersOf(before.project).join("\n");
    if (isSame && (await trust.isStill())) return found;
    return this.#without(found, "they are changing");
  }

  /** Trust needs hashes and walks folders: it is loaded for a project that has skills. */
  async #settle(project: readonly Skill[], decide: DecideSkills | undefined): Promise<TrustResult> {
    const { skillsSubject, TrustKeeper } = await import("@zot/host/inventory");
    const { cwd, home } = this.#setup;
    const folders = foldersOf(project);
    const names = namesOf(project);
    this.#keeper ??= new TrustKeeper();
    return this.#keeper.settle(
      skillsSubject(
        { zotHome: home, cwd, folders },
        decide && ((question) => decide({ ...question, cwd, names, folders })),
      ),
    );
  }

  #without({ skills, project, problems }: DiscoveredSkills, reason: string): DiscoveredSkills {
    const names = namesOf(project).join(", ");
    const problem = `the skills ${names} of this project are not used: ${reason}; ${HOW_TO}`;
    this.#isLeftOut = true;
    const left: SkillProblem = { path: this.#setup.cwd, problem };
    return {
      skills: skills.filter((skill) => !isProjects(skill)),
      project,
      problems: [...problems, left],
    };
  }
}

function isProjects({ source }: Skill): boolean {
  return source === "project";
}

/** The folders of skills, which trust is about. */
export function foldersOf(skills: readonly Skill[]): string[] {
  return skills.flatMap(({ path }) => (path === undefined ? [] : [dirname(path)])).toSorted();
}

export function namesOf(skills: readonly Skill[]): string[] {
  return skills.map(({ name }) => name).toSorted();
}
