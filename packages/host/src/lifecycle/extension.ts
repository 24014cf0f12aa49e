import type { Connection } from "../connection/connection.js";
import { describeRefusal } from "./describe-refusal.js";
import type { Found } from "../discovery/discover.js";
import { messageOf } from "../context/errors.js";
import { isChoice, isSettled, type ExtensionState } from "./extension-state.js";
import { ExtensionStatus } from "./extension-status.js";
import { launch, type End, type Launched } from "./launch.js";
import { NameClaim } from "./name-claim.js";
import { prepare, type Prepared, type Refused } from "./prepare.js";
import type { Program } from "./process/spawn.js";
import { StartTime } from "./start-time.js";
import { Supervisor } from "./supervisor.js";
import type { Surroundings } from "../context/host-context.js";

/** What came of a start or a reload. */
export type Reloaded = { ok: true } | { ok: false; reason: string };

const STOPPED: Reloaded = { ok: false, reason: "the host is stopped" };

/** One extension through all its processes: the one in use, the one that comes after a crash or a reload. */
export class Extension extends ExtensionStatus {
  readonly #supervisor: Supervisor;
  readonly #claim = new NameClaim();
  readonly #startTime: StartTime;
  readonly #connections = new Set<Connection>();
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(found: Found, around: Surroundings) {
    super(found, around);
    this.#supervisor = new Supervisor({ ...around.timing, ...around.limits });
    this.#startTime = new StartTime(around.timing);
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Whether it is the one of its name that runs, once that is known. */
  get hasName(): Promise<boolean> {
    return this.#claim.isGranted;
  }

  /** Everything is held back until it is ready, or is known not to come. Never rejects. */
  start(): Promise<Reloaded> {
    if (!this.current) this.around.gate.hold(this);
    this.#claim.ask();
    return this.#startAgain();
  }

  /** Starts the new process next to the old one, and swaps only when the new one is ready. */
  reload(found: Found): Promise<Reloaded> {
    clearTimeout(this.#retry);
    this.#claim.ask();
    return this.#inTurn(() => this.#reload(found));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#claim.decide(false);
    this.around.gate.release(this);
    clearTimeout(this.#retry);
    await Promise.all([...this.#connections].map((connection) => connection.stop()));
    if (this.found.manifest?.exec !== undefined && this.state !== "stopped") {
      this.enter("stopped", undefined);
    }
  }

  /** One start or reload at a time. */
  #inTurn(work: () => Reloaded | Promise<Reloaded>): Promise<Reloaded> {
    const next = this.#turn
      .then(() => (this.#stopped ? STOPPED : work()))
      .catch((error: unknown) => this.#fail(messageOf(error)));
    this.#turn = next;
    return next;
  }

  /** Nothing may be held back for ever, whatever went wrong. */
  #fail(reason: string): Reloaded {
    this.#claim.decide(false);
    if (!this.current) this.enter("failed", reason);
    this.report("unavailable", `extension ${this.name}: unavailable: ${reason}`);
    return { ok: false, reason };
  }

  #startAgain(): Promise<Reloaded> {
    return this.#inTurn(() => (this.current ? { ok: true } : this.#start(this.found)));
  }

  async #prepare(found: Found): Promise<Prepared> {
    const prepared = await prepare(found, this.around);
    if (!prepared.ok) this.#claim.decide(prepared.state === "bundle");
    return prepared;
  }

  async #start(found: Found): Promise<Reloaded> {
    const prepared = await this.#prepare(found);
    if (this.#stopped) return STOPPED;
    this.found = found;
    return prepared.ok ? this.#startWith(prepared.program) : this.#refuse(prepared);
  }

  async #startWith(program: Program): Promise<Reloaded> {
    const launched = await this.#connect(program, this.found, this.#startTime);
    if (!launched) return this.#stopped ? STOPPED : this.#start(this.found);
    const { connection, outcome } = launched;
    this.current = connection;
    this.enter("starting", undefined);
    const result = await outcome;
    if (!result.ready) return { ok: false, reason: result.reason };
    if (this.current === connection) this.#adopt(connection);
    return { ok: true };
  }

  async #reload(found: Found): Promise<Reloaded> {
    this.#supervisor.reset();
    this.#startTime.reset();
    this.voice.forget();
    const old = this.ready;
    if (!old) {
      this.around.gate.hold(this);
      return this.#start(found);
    }
    const prepared = await this.#prepare(found);
    if (!prepared.ok) {
      if (!isChoice(prepared.state)) return this.#keepOld(prepared.reason ?? prepared.state);
      this.found = found;
      this.current = undefined;
      const refused = this.#refuse(prepared);
      await old.stop();
      return refused;
    }
    const time = new StartTime(this.around.timing);
    const launched = await this.#connect(prepared.program, found, time);
    if (!launched) return this.#stopped ? STOPPED : this.#reload(found);
    const result = await launched.outcome;
    if (!result.ready) return this.#keepOld(result.reason);
    clearTimeout(this.#retry);
    this.found = found;
    this.#adopt(launched.connection);
    this.around.onGone(old);
    await old.stop();
    return { ok: true };
  }

  #adopt(connection: Connection): void {
    this.current = connection;
    this.replaced = this.before.find(({ intercepts }) => intercepts.size > 0);
    this.known = connection.registrations;
    this.enter("ready", undefined);
    this.around.onRegistrations(this);
  }

  #keepOld(reason: string): Reloaded {
    this.report("reload-failed", `extension ${this.name} was not reloaded: ${reason}`);
    return { ok: false, reason };
  }

  #refuse(refused: Refused): Reloaded {
    const { state, reason } = refused;
    if (isChoice(state)) {
      this.known = undefined;
      this.replaced = undefined;
    }
    this.enter(state, reason);
    this.around.onRegistrations(this);
    const fault = describeRefusal(this, refused, this.around.onRefused(this));
    if (fault) this.report(fault.code, fault.message);
    return isChoice(state) ? { ok: true } : { ok: false, reason: reason ?? state };
  }

  async #connect(
    program: Program,
    { manifest }: Found,
    time: StartTime,
  ): Promise<Launched | undefined> {
    const start = () => time.spawned(manifest ?? {});
    const launched = await launch(this, program, manifest, this.around, start, {
      onHello: (connection) => {
        if (this.current === connection) this.enter("registering", undefined);
      },
      onEnded: (connection, end) => {
        this.#ended(connection, end);
      },
    });
    if (!launched) return undefined;
    // Only now: its content may have changed, and be refused, right before its program is started.
    this.#claim.decide(true);
    this.#connections.add(launched.connection);
    return launched;
  }

  #ended(connection: Connection, { reason, spawnError, verdict }: End): void {
    void connection.stop().then(() => this.#connections.delete(connection));
    this.around.onGone(connection);
    if (this.current !== connection) return;
    this.current = undefined;
    if (this.#stopped) return;
    if (spawnError) {
      this.enter("unavailable", reason);
      this.report("unavailable", `extension ${this.name}: unavailable: ${reason}`);
    } else if (verdict) {
      this.enter("failed", reason);
      this.report(verdict.code, reason);
    } else {
      this.#crashed(reason);
    }
    if (this.state !== "restarting") this.around.onRegistrations(this);
  }

  #crashed(reason: string): void {
    const { name } = this;
    const wait = this.#supervisor.crashed();
    const { count } = this.#supervisor;
    if (count === 1) this.voice.forget("crashed");
    if (wait === undefined || !this.#startTime.allows(wait)) {
      const times = count === 1 ? "crashed" : `crashed ${count} times`;
      const limit =
        wait === undefined ? "" : ` in the ${this.#startTime.limit} that it may take to start,`;
      const what = `${times}${limit} and was stopped: ${reason}`;
      this.enter("failed", what);
      this.report("crash-loop", `extension ${name} ${what}; /reload-ext ${name} starts it again`);
      return;
    }
    this.enter("restarting", reason);
    this.report("crashed", `extension ${name} crashed: ${reason}; restarting`);
    this.#retry = setTimeout(() => void this.#startAgain(), wait);
  }

  protected override enter(state: ExtensionState, reason: string | undefined): void {
    if (isSettled(state)) {
      this.#startTime.reset();
      this.around.gate.release(this);
    }
    super.enter(state, reason);
  }
}
