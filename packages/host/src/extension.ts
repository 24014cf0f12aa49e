import type { Connection } from "./connection.js";
import type { Found } from "./discover.js";
import type { ExtensionInfo, ExtensionState } from "./extension-state.js";
import type { FaultCode } from "./host-events.js";
import { launch, type End, type Launched } from "./launch.js";
import { prepare, skillPaths, type Prepared } from "./prepare.js";
import type { Program } from "./process/spawn.js";
import type { StderrLog } from "./process/stderr-log.js";
import type { Registrations } from "./registrations.js";
import { Supervisor } from "./supervisor.js";
import type { Surroundings } from "./surroundings.js";
import { Voice } from "./voice.js";

/** What came of a start or a reload. */
export type Reloaded = { ok: true } | { ok: false; reason: string };

const STOPPED: Reloaded = { ok: false, reason: "the host is stopped" };

/** States that the user chose, rather than something that went wrong. */
function isChoice(state: ExtensionState): boolean {
  return state === "disabled" || state === "bundle" || state === "shadowed";
}

/** One extension through all its processes: the one in use, the one that comes after a crash or a reload. */
export class Extension {
  readonly name: string;
  readonly #around: Surroundings;
  readonly #supervisor: Supervisor;
  readonly #voice: Voice;
  #found: Found;
  #state: ExtensionState = "found";
  #reason: string | undefined;
  #current: Connection | undefined;
  #known: Registrations | undefined;
  #retry: NodeJS.Timeout | undefined;
  readonly #connections = new Set<Connection>();
  #stopped = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(found: Found, around: Surroundings) {
    this.name = found.name;
    this.#found = found;
    this.#around = around;
    this.#voice = new Voice(found.name, around);
    this.#supervisor = new Supervisor({ ...around.timing, ...around.limits });
  }

  /** What makes it the same one when all are looked for again. */
  static keyOf({ scope, dir, name }: Found): string {
    return `${scope} ${dir} ${name}`;
  }

  get key(): string {
    return Extension.keyOf(this.#found);
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  get state(): ExtensionState {
    return this.#state;
  }

  get dir(): string {
    return this.#found.dir;
  }

  /** Whether the user wants it to run, in whatever state it is. */
  get shouldRun(): boolean {
    return !isChoice(this.#state);
  }

  /** Why it can't answer now, in words for whoever called it. */
  get absence(): string {
    const { name } = this;
    if (this.#state === "restarting") return `extension ${name} disconnected; it is restarting`;
    const why = this.#reason === undefined ? "" : `: ${this.#reason}`;
    return `extension ${name} disconnected; it is ${this.#state}${why}`;
  }

  /** The process that answers, once it is ready. */
  get ready(): Connection | undefined {
    return this.#current?.isReady === true ? this.#current : undefined;
  }

  /** Its process, from hello on. */
  get connection(): Connection | undefined {
    return this.#current;
  }

  /** What it registered, kept over a crash until its next process is ready. */
  get registrations(): Registrations | undefined {
    return this.#known;
  }

  /** What it wants to intercept; a guard counts from the moment that it subscribes. */
  get guards(): Registrations | undefined {
    return this.#known ?? this.#current?.registrations;
  }

  /** The process to ask, if one can answer. */
  get guard(): Connection | undefined {
    const hasSubscribed = (this.#current?.registrations.intercepts.size ?? 0) > 0;
    return hasSubscribed ? this.#current : this.ready;
  }

  get onFailure(): "allow" | "deny" {
    return this.#around.onFailure[this.name] ?? this.guards?.onFailure ?? "allow";
  }

  info(): ExtensionInfo {
    const { manifest, dir, scope } = this.#found;
    return {
      name: this.name,
      version: manifest?.version,
      description: manifest?.description,
      state: this.#state,
      scope,
      dir,
      reason: this.#reason,
      pid: this.#current?.pid,
      log: this.#voice.logPath,
      skills: skillPaths(manifest, dir),
      intercepts: [...(this.guards?.intercepts ?? [])],
      onFailure: this.onFailure,
      noise: this.#current?.complaints.count("stdout noise") ?? 0,
    };
  }

  /** Resolves when it is ready, or won't be for now. Never rejects. */
  start(): Promise<Reloaded> {
    return this.#inTurn(() => this.#start(this.#found));
  }

  /** Starts the new process next to the old one, and swaps only when the new one is ready. */
  reload(found: Found): Promise<Reloaded> {
    clearTimeout(this.#retry);
    return this.#inTurn(() => this.#reload(found));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    await Promise.all([...this.#connections].map((connection) => connection.stop()));
    if (this.#found.manifest?.exec !== undefined && this.#state !== "stopped") {
      this.#enter("stopped", undefined);
    }
  }

  report(code: FaultCode, message: string): void {
    this.#voice.report(code, message);
  }

  note(words: string): void {
    this.#voice.note(words);
  }

  openLog(): StderrLog {
    return this.#voice.openLog();
  }

  /** One start or reload at a time. */
  #inTurn(work: () => Promise<Reloaded>): Promise<Reloaded> {
    const next = this.#turn.then(() => (this.#stopped ? STOPPED : work()));
    this.#turn = next;
    return next;
  }

  async #start(found: Found): Promise<Reloaded> {
    const prepared = await prepare(found, this.#around);
    if (this.#stopped) return STOPPED;
    this.#found = found;
    return prepared.ok ? this.#startWith(prepared.program) : this.#refuse(prepared);
  }

  async #startWith(program: Program): Promise<Reloaded> {
    const launched = await this.#connect(program, this.#found);
    if (!launched) return this.#stopped ? STOPPED : this.#start(this.#found);
    const { connection, outcome } = launched;
    this.#current = connection;
    this.#enter("starting", undefined);
    const result = await outcome;
    if (!result.ready) return { ok: false, reason: result.reason };
    if (this.#current === connection) this.#adopt(connection);
    return { ok: true };
  }

  async #reload(found: Found): Promise<Reloaded> {
    this.#supervisor.reset();
    this.#voice.forget();
    const old = this.ready;
    if (!old) return this.#start(found);
    const prepared = await prepare(found, this.#around);
    if (!prepared.ok) {
      if (!isChoice(prepared.state)) return this.#keepOld(prepared.reason ?? prepared.state);
      this.#found = found;
      this.#current = undefined;
      const refused = this.#refuse(prepared);
      await old.stop();
      return refused;
    }
    const launched = await this.#connect(prepared.program, found);
    if (!launched) return this.#stopped ? STOPPED : this.#reload(found);
    const result = await launched.outcome;
    if (!result.ready) return this.#keepOld(result.reason);
    clearTimeout(this.#retry);
    this.#found = found;
    this.#adopt(launched.connection);
    this.#around.onGone(old);
    await old.stop();
    return { ok: true };
  }

  #adopt(connection: Connection): void {
    this.#current = connection;
    this.#known = connection.registrations;
    this.#enter("ready", undefined);
    this.#around.onRegistrations(this);
  }

  #keepOld(reason: string): Reloaded {
    this.report("reload-failed", `extension ${this.name} was not reloaded: ${reason}`);
    return { ok: false, reason };
  }

  #refuse({ state, reason }: Extract<Prepared, { ok: false }>): Reloaded {
    if (isChoice(state)) this.#known = undefined;
    this.#enter(state, reason);
    this.#around.onRegistrations(this);
    const words = reason ?? state;
    if (state === "unavailable" || state === "untrusted") {
      this.report(state, `extension ${this.name}: ${state}: ${words}`);
    }
    if (state === "broken") this.report("load", `extension load: ${this.dir}: ${words}`);
    return isChoice(state) ? { ok: true } : { ok: false, reason: words };
  }

  async #connect(program: Program, { manifest }: Found): Promise<Launched | undefined> {
    const launched = await launch(this, program, manifest, this.#around, {
      onHello: (connection) => {
        if (this.#current === connection) this.#enter("registering", undefined);
      },
      onEnded: (connection, end) => {
        this.#ended(connection, end);
      },
    });
    if (launched) this.#connections.add(launched.connection);
    return launched;
  }

  #ended(connection: Connection, { reason, spawnError, verdict }: End): void {
    void connection.stop().then(() => this.#connections.delete(connection));
    this.#around.onGone(connection);
    if (this.#current !== connection) return;
    this.#current = undefined;
    if (this.#stopped) return;
    if (spawnError) {
      this.#enter("unavailable", reason);
      this.report("unavailable", `extension ${this.name}: unavailable: ${reason}`);
    } else if (verdict) {
      this.#enter("failed", reason);
      this.report(verdict.code, reason);
    } else {
      this.#crashed(reason);
    }
    if (this.#state !== "restarting") this.#around.onRegistrations(this);
  }

  #crashed(reason: string): void {
    const { name } = this;
    const wait = this.#supervisor.crashed();
    if (this.#supervisor.count === 1) this.#voice.forget("crashed");
    if (wait === undefined) {
      const what = `crashed ${this.#supervisor.count} times and was stopped: ${reason}`;
      this.#enter("failed", what);
      this.report("crash-loop", `extension ${name} ${what}; /reload-ext ${name} starts it again`);
      return;
    }
    this.#enter("restarting", reason);
    this.report("crashed", `extension ${name} crashed: ${reason}; restarting`);
    this.#retry = setTimeout(() => void this.start(), wait);
  }

  #enter(state: ExtensionState, reason: string | undefined): void {
    const previous = this.#state;
    this.#state = state;
    this.#reason = reason;
    if (previous === state) return;
    const change = { type: "state", extension: this.name, state, previous } as const;
    this.#around.publish(reason === undefined ? change : { ...change, reason });
  }
}
