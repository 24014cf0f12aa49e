import { realpathSync } from "node:fs";
import type { Manifest } from "@zot/protocol";
import type { Found } from "../discovery/discover.js";
import { messageOf } from "../context/errors.js";
import type { Settings } from "../context/host-context.js";
import { examineContent } from "./examine-content.js";
import { readTrust, rememberTrust, type TrustedFolder } from "./trust-file.js";

/** What the user is asked before a project's extension runs for the first time, or after a change. */
export interface TrustRequest {
  extension: string;
  dir: string;
  /** What would be started. */
  manifest: Manifest | undefined;
  digest: string;
  /** `changed`: other content in this folder was trusted before. */
  why: "new" | "changed";
  /** Why `always` can't be kept, and counts as `once`; nothing where it can. */
  askEachTime?: string | undefined;
}

/** `always` is remembered for exactly this content, `once` is for this run. */
export type TrustDecision = "always" | "once" | "no";

/** Takes the decision; throwing means no. */
export type DecideTrust = (request: TrustRequest) => TrustDecision | Promise<TrustDecision>;

/** What came of a question. What is trusted may change right after; `isStill` tells, as often as it is asked. */
export type TrustResult =
  { ok: true; isStill: () => Promise<boolean> } | { ok: false; reason: string };

export type TrustCheck = (found: Found) => Promise<TrustResult>;

/** Something that a project brings, and that counts only once it is trusted. */
export interface TrustSubject {
  /** The real path that trust is kept for. */
  place: string;
  /** Throws when the content can't be looked at. */
  examine: () => Promise<{ digest: string; askEachTime?: string | undefined }>;
  recall: () => Pick<TrustedFolder, "digest"> | undefined;
  remember: (digest: string) => void;
  /** Left out where no user is there to ask. */
  decide?: ((question: TrustQuestion) => TrustDecision | Promise<TrustDecision>) | undefined;
}

export type TrustQuestion = Pick<TrustRequest, "digest" | "why" | "askEachTime">;

/** How often content may change between a look at it and its use. */
const MOST_CHANGES = 3;
const KEEPS_CHANGING: TrustResult = { ok: false, reason: "its content keeps changing" };

/** Which content of a project the user trusts: `$ZOT_HOME/trust.json`, and what was answered for this run. */
export class TrustKeeper {
  readonly #once = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #changes = new Map<string, number>();
  /** What the last question about a place showed. */
  readonly #shown = new Map<string, string>();
  #questions: Promise<unknown> = Promise.resolve();

  async settle(subject: TrustSubject): Promise<TrustResult> {
    const { place } = subject;
    for (;;) {
      if ((this.#changes.get(place) ?? 0) > MOST_CHANGES) return KEEPS_CHANGING;
      try {
        const { digest, askEachTime } = await subject.examine();
        const known = subject.recall();
        const key = `${digest} ${place}`;
        const isKept = known?.digest === digest && askEachTime === undefined;
        const isStill = () => this.#isStill(subject, digest, isKept);
        if (isKept || this.#once.has(key)) return { ok: true, isStill };
        const before = this.#shown.get(place) ?? known?.digest;
        const why = before !== undefined && before !== digest ? "changed" : "new";
        this.#shown.set(place, digest);
        const decision = await this.#ask(subject, { digest, why, askEachTime }, key);
        if (decision === "no") return { ok: false, reason: reasonFor(subject, why, askEachTime) };
        // The content may have changed while the question was open.
        if ((await subject.examine()).digest === digest) {
          if (decision === "once" || askEachTime !== undefined) this.#once.add(key);
          else subject.remember(digest);
          return { ok: true, isStill };
        }
        this.#noteChange(place);
      } catch (error) {
        return { ok: false, reason: `its content can't be checked: ${messageOf(error)}` };
      }
    }
  }

  async #isStill(subject: TrustSubject, digest: string, isKept: boolean): Promise<boolean> {
    const now = await subject.examine().catch(() => undefined);
    if (now?.digest === digest && !(isKept && now.askEachTime !== undefined)) return true;
    this.#noteChange(subject.place);
    return false;
  }

  #noteChange(place: string): void {
    this.#changes.set(place, (this.#changes.get(place) ?? 0) + 1);
  }

  /** One question at a time; a "no" is not asked again for the same content in this run. */
  #ask({ decide }: TrustSubject, question: TrustQuestion, key: string): Promise<TrustDecision> {
    if (!decide || this.#refused.has(key)) return Promise.resolve("no");
    const answer = this.#questions.then(() => decide(question)).catch(() => "no" as const);
    this.#questions = answer;
    return answer.then((decision) => {
      if (decision === "once" || decision === "always") return decision;
      this.#refused.add(key);
      return "no";
    });
  }
}

/** Checks a project's extensions, each time that one is to be started. */
export function checkExtensions(settings: Settings): TrustCheck {
  const { zotHome, decideTrust: decide } = settings;
  const keeper = new TrustKeeper();
  return ({ name, dir, manifest }) => {
    const place = findPlace(dir);
    return keeper.settle({
      place,
      examine: () => examineContent({ dir, manifest }, settings),
      recall: () => readTrust(zotHome).get(place),
      remember: (digest) => {
        rememberTrust(zotHome, place, { name, digest });
      },
      decide: decide && ((question) => decide({ extension: name, dir, manifest, ...question })),
    });
  };
}

function findPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // the look at its content tells what is wrong
  }
}

function reasonFor(
  { decide }: TrustSubject,
  why: "new" | "changed",
  askEachTime: string | undefined,
): string {
  const what = why === "changed" ? "its content changed since it was trusted" : "not trusted yet";
  const each = askEachTime === undefined ? "" : ` (each run asks: ${askEachTime})`;
  return decide ? `${what}${each}; the answer was no` : `${what}${each}`;
}
