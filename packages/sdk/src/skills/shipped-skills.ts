import type { ExtensionHost, ExtensionState } from "@zot/host";
import type { BuiltinTools } from "./builtin-tools.js";

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
  readonly #host: ExtensionHost | undefined;
  readonly #tools: BuiltinTools;
  readonly #changed: () => void;
  #known: readonly string[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(host: ExtensionHost | undefined, tools: BuiltinTools, changed: () => void) {
    this.#host = host;
    this.#tools = tools;
    this.#changed = changed;
    host?.subscribe(({ type }) => {
      if (type === "state") void this.settle();
    });
  }

  /** Resolves when what extensions ship now is on offer, and the project's skills are, or were refused. */
  settle(): Promise<void> {
    return this.#inTurn(async () => {
      const now = this.#paths();
      const hasChanged = now.join("\n") !== this.#known.join("\n");
      if (hasChanged || this.#tools.isUnsettled) await this.#find(now);
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
    await this.#tools.findSkills(paths);
    this.#changed();
  }

  #paths(): string[] {
    return (this.#host?.extensions() ?? [])
      .filter(({ state }) => OFFERING.has(state))
      .flatMap(({ skills }) => skills);
  }
}
