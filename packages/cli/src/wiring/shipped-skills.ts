import type { ExtensionHost, ExtensionState } from "@zot/host";
import type { OwnTools } from "./own-tools.js";

/** Trusted, and meant to run; a crash takes no skill away, or every restart would change the prompt. */
const OFFERING: ReadonlySet<ExtensionState> = new Set([
  "starting",
  "registering",
  "ready",
  "restarting",
  "bundle",
]);

/** Keeps the skills on offer in step with the extensions that ship them. */
export class ShippedSkills {
  readonly #host: ExtensionHost;
  readonly #own: OwnTools;
  readonly #changed: () => void;
  #known: readonly string[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(host: ExtensionHost, own: OwnTools, changed: () => void) {
    this.#host = host;
    this.#own = own;
    this.#changed = changed;
    host.subscribe(({ type }) => {
      if (type === "state") void this.settle();
    });
  }

  /** Resolves when what extensions ship now is on offer, and the project's skills are, or were refused. */
  settle(): Promise<void> {
    return this.#inTurn(async () => {
      const now = this.#paths();
      const hasChanged = now.join("\n") !== this.#known.join("\n");
      if (hasChanged || this.#own.isUnsettled) await this.#find(now);
    });
  }

  /** Looks for all skills again, also where no extension came or went. */
  refresh(): Promise<void> {
    return this.#inTurn(() => this.#find(this.#paths()));
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    return (this.#turn = this.#turn.then(work));
  }

  async #find(paths: readonly string[]): Promise<void> {
    this.#known = paths;
    await this.#own.findSkills(paths);
    this.#changed();
  }

  #paths(): string[] {
    return this.#host
      .extensions()
      .filter(({ state }) => OFFERING.has(state))
      .flatMap(({ skills }) => skills);
  }
}
