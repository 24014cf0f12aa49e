import type { Style } from "./screen.js";
import type { DevSession } from "./session.js";

/** An extension that writes to its own folder at every start would be started forever. */
const OWN_WRITES = 3;

/** Starts an extension anew when its files changed, one time after the other. */
export class Reloads {
  readonly #session: DevSession;
  readonly #show: (mark: string, text: string, style?: Style) => void;
  readonly #duringLoad = new Map<string, number>();
  readonly #ignored = new Set<string>();
  #isLoading = false;
  #isAsked = false;
  #isFirst = true;

  constructor(session: DevSession, show: (mark: string, text: string, style?: Style) => void) {
    this.#session = session;
    this.#show = show;
  }

  readonly changed = (paths: readonly string[]): void => {
    const counted = paths.filter((path) => !this.#isOwnWrite(path));
    if (counted.length === 0) return;
    const more = counted.length > 3 ? ` and ${counted.length - 3} more` : "";
    this.#show("•", `changed: ${counted.slice(0, 3).join(", ")}${more}`, "dim");
    if (this.#isLoading) this.#isAsked = true;
    else void this.reload();
  };

  /** Whether the newest version runs. */
  async reload(): Promise<boolean> {
    this.#isLoading = true;
    let ok = await this.#once();
    while (this.#takeAsked()) ok = await this.#once();
    this.#isLoading = false;
    return ok;
  }

  /** Whether something changed while it was loading. */
  #takeAsked(): boolean {
    const isAsked = this.#isAsked;
    this.#isAsked = false;
    return isAsked;
  }

  async #once(): Promise<boolean> {
    const hadOld = this.#session.isReady();
    const loaded = await this.#session.load();
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (loaded.ok) {
      if (!isFirst) this.#show("•", "reloaded", "bold");
      return true;
    }
    const now = hadOld && this.#session.isReady() ? "the old one goes on" : "waiting for a change";
    this.#show("✗", `${isFirst ? "not started" : "not reloaded"}, ${now}: ${loaded.reason}`, "red");
    return false;
  }

  #isOwnWrite(path: string): boolean {
    if (this.#ignored.has(path)) return true;
    const count = this.#isLoading ? (this.#duringLoad.get(path) ?? 0) + 1 : 0;
    this.#duringLoad.set(path, count);
    if (count < OWN_WRITES) return false;
    this.#ignored.add(path);
    this.#show("•", `${path} changes at every start, so it is not watched any more`, "yellow");
    return true;
  }
}
