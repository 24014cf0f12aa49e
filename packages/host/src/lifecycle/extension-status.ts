import type { Connection } from "../connection/connection.js";
import type { Found } from "../discovery/discover.js";
import { isChoice, type ExtensionInfo, type ExtensionState } from "./extension-state.js";
import { describeGuards } from "./guards.js";
import type { Fault } from "../context/faults.js";
import { skillPaths } from "./prepare.js";
import type { StderrLog } from "../connection/process/stderr-log.js";
import type { Registrations } from "../connection/registrations.js";
import type { HostContext } from "../context/host-context.js";
import { FaultReporter } from "./fault-reporter.js";

/** What is known of an extension now. */
export class ExtensionStatus {
  readonly name: string;
  protected readonly context: HostContext;
  protected readonly faults: FaultReporter;
  protected found: Found;
  protected current: Connection | undefined;
  protected known: Registrations | undefined;
  /** Of the previous process, for when the current one became ready by silence and has more to register. */
  protected replaced: Registrations | undefined;
  #state: ExtensionState = "found";
  #reason: string | undefined;

  constructor(found: Found, context: HostContext) {
    this.name = found.name;
    this.found = found;
    this.context = context;
    this.faults = new FaultReporter(found.name, context);
  }

  /** Identifies the extension across discoveries. */
  static keyOf({ scope, dir, name }: Found): string {
    return `${scope} ${dir} ${name}`;
  }

  get key(): string {
    return ExtensionStatus.keyOf(this.found);
  }

  get state(): ExtensionState {
    return this.#state;
  }

  get dir(): string {
    return this.found.dir;
  }

  /** Those that come before it under its name. */
  get rivals(): readonly Found[] {
    return this.found.rivals;
  }

  /** Whether its manifest can be used, and does not switch it off. */
  get canRun(): boolean {
    const { manifest } = this.found;
    return manifest !== undefined && manifest.enabled !== false;
  }

  /** Whether the user wants it to run, in whatever state it is. */
  get shouldRun(): boolean {
    return !isChoice(this.#state);
  }

  /** Why it can't answer now, for the caller. */
  get unavailableMessage(): string {
    const { name } = this;
    if (this.#state === "restarting") return `extension ${name} disconnected; it is restarting`;
    const why = this.#reason === undefined ? "" : `: ${this.#reason}`;
    return `extension ${name} disconnected; it is ${this.#state}${why}`;
  }

  /** The process that answers, once it is ready. */
  get ready(): Connection | undefined {
    return this.current?.isReady === true ? this.current : undefined;
  }

  /** Its process, from hello on. */
  get connection(): Connection | undefined {
    return this.current;
  }

  /** What it registered, kept over a crash until its next process is ready. */
  get registrations(): Registrations | undefined {
    return this.known;
  }

  /** What earlier processes registered, and the current one may not have registered yet. */
  get before(): readonly Registrations[] {
    return [this.known, this.replaced].filter((known) => known !== undefined);
  }

  /** What its manifest says that it will intercept; nothing for one that is not trusted. */
  get declared(): ReadonlySet<string> {
    return new Set(this.#state === "untrusted" ? [] : this.found.manifest?.intercepts);
  }

  /** What the user chose for its failures. */
  get userPolicy(): "allow" | "deny" | undefined {
    return this.context.settings.onFailure[this.name];
  }

  /** Why it can't be asked now, for after its name. */
  get notReadyReason(): string {
    if (this.current) return this.ready ? "has not subscribed yet" : "is still starting";
    return `is not running${this.#reason === undefined ? "" : `: ${this.#reason}`}`;
  }

  info(): ExtensionInfo {
    const { manifest, dir, scope } = this.found;
    return {
      name: this.name,
      version: manifest?.version,
      description: manifest?.description,
      state: this.#state,
      scope,
      dir,
      reason: this.#reason,
      pid: this.current?.pid,
      log: this.faults.logPath,
      skills: skillPaths(manifest, dir),
      ...describeGuards(this),
      noise: this.current?.warnings.count("stdout noise") ?? 0,
    };
  }

  report(fault: Fault): void {
    this.faults.report(fault);
  }

  note(text: string): void {
    this.faults.note(text);
  }

  openLog(): StderrLog {
    return this.faults.openLog();
  }

  protected enter(state: ExtensionState, reason: string | undefined): void {
    const previous = this.#state;
    this.#state = state;
    this.#reason = reason;
    if (previous === state) return;
    const change = { type: "state", extension: this.name, state, previous } as const;
    this.context.publisher.publish(reason === undefined ? change : { ...change, reason });
  }
}
