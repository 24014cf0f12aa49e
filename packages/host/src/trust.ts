import { realpathSync } from "node:fs";
import { digestExtension } from "./digest.js";
import type { Found } from "./discover.js";
import { messageOf } from "./errors.js";
import { readTrust, rememberTrust } from "./trust-file.js";

/**
 * What the user is asked before a project's extension runs for the first time, or after a change.
 *
 * @example
 * const ask = ({ extension, why }: TrustRequest) => `Run ${extension}? Its content is ${why}.`;
 */
export interface TrustRequest {
  extension: string;
  dir: string;
  digest: string;
  /** `changed`: other content in this folder was trusted before. */
  why: "new" | "changed";
}

/**
 * `always` is remembered for exactly this content, `once` is for this run.
 *
 * @example
 * const decision: TrustDecision = (await confirm("Trust it?")) ? "always" : "no";
 */
export type TrustDecision = "always" | "once" | "no";

/**
 * Takes the decision; throwing means no.
 *
 * @example
 * const decideTrust: DecideTrust = () => (process.argv.includes("--trust") ? "once" : "no");
 */
export type DecideTrust = (request: TrustRequest) => TrustDecision | Promise<TrustDecision>;

export type TrustCheck = (found: Found) => Promise<{ ok: true } | { ok: false; reason: string }>;

/** Which content of project extensions the user trusts: `$ZOT_HOME/trust.json`. */
export class TrustKeeper {
  readonly #zotHome: string;
  readonly #decide: DecideTrust | undefined;
  readonly #once = new Set<string>();
  readonly #refused = new Set<string>();
  #questions: Promise<unknown> = Promise.resolve();

  constructor(zotHome: string, decide: DecideTrust | undefined) {
    this.#zotHome = zotHome;
    this.#decide = decide;
  }

  readonly check: TrustCheck = async ({ name, dir, manifest }) => {
    let digest: string;
    let place: string;
    try {
      place = realpathSync(dir);
      digest = await digestExtension(dir, manifest);
    } catch (error) {
      return { ok: false, reason: `its content can't be checked: ${messageOf(error)}` };
    }
    const known = readTrust(this.#zotHome).get(place);
    const key = `${digest} ${place}`;
    if (known?.digest === digest || this.#once.has(key)) return { ok: true };
    const why = known ? "changed" : "new";
    const decision = await this.#ask({ extension: name, dir, digest, why }, key);
    if (decision === "no") return { ok: false, reason: reasonFor(why, this.#decide !== undefined) };
    if (decision === "once") this.#once.add(key);
    else rememberTrust(this.#zotHome, place, { name, digest });
    return { ok: true };
  };

  /** One question at a time; a "no" is not asked again for the same content in this run. */
  #ask(request: TrustRequest, key: string): Promise<TrustDecision> {
    const decide = this.#decide;
    if (!decide || this.#refused.has(key)) return Promise.resolve("no");
    const answer = this.#questions.then(() => decide(request)).catch(() => "no" as const);
    this.#questions = answer;
    return answer.then((decision) => {
      if (decision === "once" || decision === "always") return decision;
      this.#refused.add(key);
      return "no";
    });
  }
}

function reasonFor(why: "new" | "changed", asked: boolean): string {
  const what = why === "changed" ? "its content changed since it was trusted" : "not trusted yet";
  return asked ? `${what}; the answer was no` : what;
}
