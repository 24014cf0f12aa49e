import { realpathSync } from "node:fs";
import { readContents, type Contents } from "./digest.js";
import { readTrust, rememberTrust } from "./trust-file.js";
import type { TrustDecision, TrustQuestion, TrustSubject } from "./trust.js";

/** The skills of a project: trusted, or not, all together. */
export interface ProjectSkills {
  zotHome: string;
  cwd: string;
  /** The folders of the skills. */
  folders: readonly string[];
}

/** Left out where no user is there. */
export type DecideSkills = (question: TrustQuestion) => TrustDecision | Promise<TrustDecision>;

/**
 * What a `TrustKeeper` settles for a project's skills.
 *
 * @example
 * const trust = await new TrustKeeper().settle(skillsSubject({ zotHome, cwd, folders }));
 */
export function skillsSubject(
  { zotHome, cwd, folders }: ProjectSkills,
  decide?: DecideSkills,
): Omit<TrustSubject, "examine"> & { examine: () => Promise<Contents> } {
  const place = realpathSync(cwd);
  return {
    place,
    examine: () => {
      const sorted = folders.toSorted();
      return readContents({ folders: sorted, settings: sorted });
    },
    recall: () => readTrust(zotHome, "skills").get(place),
    remember: (digest) => {
      rememberTrust(zotHome, place, { name: "skills", digest }, "skills");
    },
    decide,
  };
}
