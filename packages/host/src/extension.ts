import { join } from "node:path";
import type { FromExtension, FromHost, HelloAck } from "@zot/protocol";
import { Connection, type OtherFrame, type Verdict } from "./connection.js";
import type { Found } from "./discover.js";
import type { ExtensionInfo, ExtensionState } from "./extension-state.js";
import type { FaultCode, HostEvent } from "./host-events.js";
import type { Limits } from "./limits.js";
import { prepare, skillPaths, type Prepared, type PrepareOptions } from "./prepare.js";
import type { Ended } from "./process/child-link.js";
import type { Program } from "./process/spawn.js";
import { StderrLog } from "./process/stderr-log.js";
import type { TurnTaker } from "./process/turn-taker.js";
import { Registrations } from "./registrations.js";
import type { SpawnSlots } from "./spawn-slots.js";
import { Supervisor } from "./supervisor.js";
import type { Timing } from "./timing.js";

/** What all extensions of one host share. */
export interface Surroundings extends PrepareOptions {
  zotHome: string;
  timing: Timing;
  limits: Limits;
  turns: TurnTaker;
  slots: SpawnSlots;
  ack: (dir: string) => HelloAck;
  publish: (event: HostEvent) => void;
  onFrame: (extension: Extension, connection: Connection, frame: OtherFrame) => void;
  /** A process of it is gone: its panels and own calls go too. */
  onGone: (connection: Connection) => void;
  /** Its registrations are others than before. */
  onRegistrations: (extension: Extension) => void;
  onTraffic:
    | ((extension: string, direction: "in" | "out", frame: FromExtension | FromHost) => void)
    | undefined;
  onFailure: Readonly<Record<string, "allow" | "deny">>;
}

export type Reloaded = { ok: true } | { ok: false; reason: string };

type Outcome = { ready: true } | { ready: false; reason: string };

/** One extension through all its processes: the one in use, the one that comes after a crash or a reload. */
export class Extension {
  readonly name: string;
  readonly #around: Surroundings;
  readonly #supervisor: Supervisor;
  readonly #told = new Set<FaultCode>();
  #found: Found;
  #state: ExtensionState = "found";
  #reason: string | undefined;
  #current: Connection | undefined;
  #known: Registrations | undefined;
  #retry: NodeJS.Timeout | undefined;
  #connections = new Set<Connection>();
  #stopped = false;
  #reloading: Promise<unknown> = Promise.resolve();

  constructor(found: Found, around: Surroundings) {
    this.name = found.name;
    this.#found = found;
    this.#around = around;
    this.#supervisor = new Supervisor({ ...around.timing, ...around.limits });
  }

  /** One folder in one scope is one extension, whatever its manifest says today. */
  static keyOf({ scope, dir }: Found): string {
    return `${scope} ${dir}`;
  }

  get key(): string {
    return Extension.keyOf(this.#found);
  }

  get state(): ExtensionState {
    return this.#state;
  }

  get dir(): string {
    return this.#found.dir;
  }

  /** Whether the user wants it to run, in whatever state it is. */
  get shouldRun(): boolean {
    return !["disabled", "bundle", "shadowed"].includes(this.#state);
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

  /** A guard counts from the moment that it subscribes. */
  get guards(): Registrations | undefined {
    return this.#known ?? this.#current?.registrations;
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
      log: this.#logPath,
      skills: skillPaths(manifest, dir),
      intercepts: [...(this.guards?.intercepts ?? [])],
      onFailure: this.onFailure,
      noise: this.#current?.complaints.count("stdout noise") ?? 0,
    };
  }

  /** Resolves when it is ready, or won't be for now. Never rejects. */
  async start(): Promise<void> {
    const prepared = await prepare(this.#found, this.#around);
    if (this.#stopped) return;
    if (prepared.ok) await this.#launch(prepared.program);
    else this.#refuse(prepared);
  }

  /** Starts the new process next to the old one, and swaps only when the new one is ready. */
  reload(found: Found): Promise<Reloaded> {
    const next = this.#reloading.then(() => this.#reload(found));
    this.#reloading = next;
    return next;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    await Promise.all([...this.#connections].map((connection) => connection.stop()));
    if (this.#found.manifest?.exec !== undefined && this.#state !== "stopped") {
      this.#enter("stopped", undefined);
    }
  }

  /** Tells the user once for each kind of fault, until a reload or a long time of health. */
  report(code: FaultCode, message: string): void {
    if (this.#told.has(code)) return;
    this.#told.add(code);
    this.#around.publish({ type: "fault", extension: this.name, code, message });
  }

  /** A line in its log, for whoever debugs it. */
  note(words: string): void {
    const log = this.#openLog();
    log.note(words);
    log.close();
  }

  async #launch(program: Program): Promise<Outcome> {
    const { connection, outcome } = await this.#connect(program);
    if (!connection) return { ready: false, reason: "stopped" };
    this.#current = connection;
    this.#enter("starting", undefined);
    const result = await outcome;
    if (result.ready && this.#current === connection) this.#adopt(connection);
    return result;
  }

  #adopt(connection: Connection): void {
    this.#current = connection;
    this.#known = connection.registrations;
    this.#enter("ready", undefined);
    this.#around.onRegistrations(this);
  }

  async #reload(found: Found): Promise<Reloaded> {
    if (this.#stopped) return { ok: false, reason: "the host is stopped" };
    this.#supervisor.reset();
    this.#told.clear();
    clearTimeout(this.#retry);
    const prepared = await prepare(found, this.#around);
    const old = this.ready;
    if (!prepared.ok) {
      const isChoice = prepared.state === "disabled" || prepared.state === "bundle";
      if (old && !isChoice) return this.#keepOld(prepared.reason ?? prepared.state);
      this.#found = found;
      this.#current = undefined;
      this.#known = undefined;
      this.#refuse(prepared);
      this.#around.onRegistrations(this);
      await old?.stop();
      return isChoice ? { ok: true } : { ok: false, reason: prepared.reason ?? prepared.state };
    }
    if (!old) {
      this.#found = found;
      const outcome = await this.#launch(prepared.program);
      return outcome.ready ? { ok: true } : { ok: false, reason: outcome.reason };
    }
    const { connection, outcome } = await this.#connect(prepared.program);
    if (!connection) return { ok: false, reason: "the host is stopped" };
    const result = await outcome;
    if (!result.ready) return this.#keepOld(result.reason);
    clearTimeout(this.#retry);
    this.#found = found;
    this.#adopt(connection);
    this.#around.onGone(old);
    await old.stop();
    return { ok: true };
  }

  #keepOld(reason: string): Reloaded {
    this.report("reload-failed", `extension ${this.name} was not reloaded: ${reason}`);
    return { ok: false, reason };
  }

  #refuse({ state, reason }: Extract<Prepared, { ok: false }>): void {
    this.#enter(state, reason);
    const message = `extension ${this.name}: ${state}${reason === undefined ? "" : `: ${reason}`}`;
    if (state === "unavailable" || state === "untrusted") this.report(state, message);
    if (state === "broken") this.report("load", `extension load: ${this.dir}: ${reason ?? ""}`);
  }

  async #connect(program: Program) {
    const { slots, timing, limits, turns, zotHome, ack, onTraffic } = this.#around;
    const release = await slots.acquire();
    if (this.#stopped) {
      release();
      return { connection: undefined, outcome: undefined };
    }
    const log = this.#openLog();
    log.blankLine();
    const version = this.#found.manifest?.version ?? "";
    log.note(`starting ${this.name}/${version} at ${new Date().toISOString()}`);
    let resolve: (outcome: Outcome) => void = () => undefined;
    const outcome = new Promise<Outcome>((settle) => {
      resolve = settle;
    });
    const connection: Connection = new Connection({
      name: this.name,
      program,
      log,
      turns,
      timing,
      limits,
      resultsDir: join(zotHome, "results"),
      ack: () => ack(this.dir),
      events: {
        onHello: () => {
          release();
          if (this.#current === connection) this.#enter("registering", undefined);
        },
        onReady: () => {
          resolve({ ready: true });
        },
        onLateRegistration: () => {
          if (this.#current === connection) this.#around.onRegistrations(this);
        },
        onFrame: (frame) => {
          this.#around.onFrame(this, connection, frame);
        },
        onFault: (code, message) => {
          this.report(code, message);
        },
        onEnded: (ended) => {
          release();
          const reason = describeEnd(ended, log.tail());
          log.close();
          resolve({ ready: false, reason });
          this.#ended(connection, ended, reason);
        },
        onTraffic:
          onTraffic &&
          ((direction, frame) => {
            onTraffic(this.name, direction, frame);
          }),
      },
    });
    this.#connections.add(connection);
    connection.open();
    return { connection, outcome };
  }

  #ended(
    connection: Connection,
    ended: Ended & { verdict: Verdict | undefined },
    reason: string,
  ): void {
    void connection.stop().then(() => this.#connections.delete(connection));
    this.#around.onGone(connection);
    if (this.#current !== connection || this.#stopped) return;
    this.#current = undefined;
    const { name } = this;
    if (ended.spawnError) {
      this.#enter("unavailable", reason);
      this.report("unavailable", `extension ${name}: unavailable: ${reason}`);
    } else if (ended.verdict) {
      this.#enter("failed", reason);
      this.report(ended.verdict.code, reason);
    } else {
      this.#crashed(reason);
    }
    if (this.#state !== "restarting") this.#around.onRegistrations(this);
  }

  #crashed(reason: string): void {
    const { name } = this;
    const wait = this.#supervisor.crashed();
    if (this.#supervisor.count === 1) this.#told.delete("crashed");
    if (wait === undefined) {
      const what = `crashed ${this.#supervisor.count} times and was stopped: ${reason}`;
      this.#enter("failed", what);
      this.report("crash-loop", `extension ${name} ${what}; /reload-ext ${name} starts it again`);
      return;
    }
    this.#enter("restarting", reason);
    this.report("crashed", `extension ${name} crashed: ${reason}; restarting`);
    this.#retry = setTimeout(() => {
      void this.start();
    }, wait);
  }

  #enter(state: ExtensionState, reason: string | undefined): void {
    const previous = this.#state;
    this.#state = state;
    this.#reason = reason;
    if (previous === state) return;
    const change = { type: "state", extension: this.name, state, previous } as const;
    this.#around.publish(reason === undefined ? change : { ...change, reason });
  }

  get #logPath(): string {
    return join(this.#around.zotHome, "logs", `ext-${this.name}.log`);
  }

  #openLog(): StderrLog {
    const { limits, secrets } = this.#around;
    return new StderrLog({
      path: this.#logPath,
      maxBytes: limits.logBytes,
      secrets,
      onUnwritable: (error) => {
        const message = `extension ${this.name}: its log can't be written: ${error.message}`;
        this.report("load", message);
      },
    });
  }
}

function describeEnd(ended: Ended & { verdict: Verdict | undefined }, tail: string): string {
  if (ended.verdict) return ended.verdict.reason;
  if (ended.spawnError) return describeSpawnError(ended.spawnError);
  const words = tail === "" ? "" : `; its last words: ${tail}`;
  if (ended.closed) return `it closed its ${ended.closed} and lived on${words}`;
  const how = ended.signal === null ? `exit code ${ended.code}` : `killed by ${ended.signal}`;
  return `${how}${words}`;
}

function describeSpawnError(error: NodeJS.ErrnoException): string {
  const path = error.path ?? "its program";
  // The file was there a moment ago: what is missing is the interpreter that its first line names.
  if (error.code === "ENOENT") return `${path} can't be started: its interpreter is missing`;
  return `${path} can't be started: ${error.code ?? error.message}`;
}
