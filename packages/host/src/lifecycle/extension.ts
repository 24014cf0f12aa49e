import type { RequestFrame, ConnectionEvent } from "../connection/connection-events.js";
import type { Connection } from "../connection/connection.js";
import { helloAck } from "../connection/handshake.js";
import { messageOf } from "../context/errors.js";
import { describeCrashes } from "../context/faults.js";
import type { HostContext } from "../context/host-context.js";
import type { Found } from "../discovery/discover.js";
import type { ExtensionRegistry } from "./extension-registry.js";
import { isChoice, isSettled, type ExtensionState } from "./extension-state.js";
import { ExtensionStatus } from "./extension-status.js";
import { launch, type Launched } from "./launch.js";
import { NameClaim } from "./name-claim.js";
import { prepare, refusalFault, type Prepared, type Refused } from "./prepare.js";
import type { Program } from "../connection/process/spawn.js";
import { StartTime } from "./start-time.js";
import { Supervisor } from "./supervisor.js";

/** The result of a start or a reload. */
export type Reloaded = { ok: true } | { ok: false; reason: string };

/** What the other parts of the host hear from an extension. */
type ExtensionEvent =
  | { type: "request"; extension: Extension; connection: Connection; frame: RequestFrame }
  /** Its tools, commands or subscriptions changed. */
  | { type: "registrations"; extension: Extension }
  /** A process is gone, or another one took over. */
  | { type: "disconnected"; connection: Connection };

export type ExtensionListener = (event: ExtensionEvent) => void;

const STOPPED: Reloaded = { ok: false, reason: "the host is stopped" };

/** One extension through all its processes: the one in use, the one that comes after a crash or a reload. */
export class Extension extends ExtensionStatus {
  readonly #registry: ExtensionRegistry;
  readonly #listener: ExtensionListener;
  readonly #supervisor: Supervisor;
  readonly #claim = new NameClaim();
  readonly #startTime: StartTime;
  readonly #connections = new Set<Connection>();
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    found: Found,
    context: HostContext,
    registry: ExtensionRegistry,
    listener: ExtensionListener,
  ) {
    super(found, context);
    this.#registry = registry;
    this.#listener = listener;
    this.#supervisor = new Supervisor({ ...context.timing, ...context.limits });
    this.#startTime = new StartTime(context.timing);
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Whether it is the one of its name that runs, once that is known. */
  get hasName(): Promise<boolean> {
    return this.#claim.isGranted;
  }

  /** Calls and decisions wait until it is ready or has failed. Never rejects. */
  start(): Promise<Reloaded> {
    if (!this.current) this.#registry.gate.hold(this);
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
    this.#registry.gate.release(this);
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

  /** An unexpected error must not keep calls waiting for ever. */
  #fail(reason: string): Reloaded {
    this.#claim.decide(false);
    if (!this.current) this.enter("failed", reason);
    this.#reportUnavailable(reason);
    return { ok: false, reason };
  }

  #startAgain(): Promise<Reloaded> {
    return this.#inTurn(() => (this.current ? { ok: true } : this.#start(this.found)));
  }

  async #prepare(found: Found): Promise<Prepared> {
    const prepared = await prepare(found, this.#registry, this.context.settings);
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
    const { connection } = launched;
    this.current = connection;
    this.enter("starting", undefined);
    const result = await launched.result;
    if (!result.ready) return { ok: false, reason: result.reason };
    if (this.current === connection) this.#adopt(connection);
    return { ok: true };
  }

  async #reload(found: Found): Promise<Reloaded> {
    this.#supervisor.reset();
    this.#startTime.reset();
    this.faults.reset();
    const old = this.ready;
    if (!old) {
      this.#registry.gate.hold(this);
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
    const time = new StartTime(this.context.timing);
    const launched = await this.#connect(prepared.program, found, time);
    if (!launched) return this.#stopped ? STOPPED : this.#reload(found);
    const result = await launched.result;
    if (!result.ready) return this.#keepOld(result.reason);
    clearTimeout(this.#retry);
    this.found = found;
    this.#adopt(launched.connection);
    this.#listener({ type: "disconnected", connection: old });
    await old.stop();
    return { ok: true };
  }

  #adopt(connection: Connection): void {
    this.current = connection;
    this.replaced = this.before.find(({ intercepts }) => intercepts.size > 0);
    this.known = connection.registrations;
    this.enter("ready", undefined);
    this.#listener({ type: "registrations", extension: this });
  }

  #keepOld(reason: string): Reloaded {
    this.report({ code: "reload-failed", details: { reason } });
    return { ok: false, reason };
  }

  #refuse(refused: Refused): Reloaded {
    const { state, reason } = refused;
    if (isChoice(state)) {
      this.known = undefined;
      this.replaced = undefined;
    }
    this.enter(state, reason);
    this.#listener({ type: "registrations", extension: this });
    const instead = this.#registry.startShadowed(this).map(({ dir }) => dir);
    const fault = refusalFault(this.dir, refused, instead);
    if (fault) this.report(fault);
    return isChoice(state) ? { ok: true } : { ok: false, reason: reason ?? state };
  }

  async #connect(
    program: Program,
    { manifest }: Found,
    time: StartTime,
  ): Promise<Launched | undefined> {
    const launched = await launch(this, {
      program,
      manifest,
      start: () => time.spawned(manifest ?? {}),
      slots: this.#registry.slots,
      context: this.context,
    });
    if (!launched) return undefined;
    // Not earlier: changed content is refused as late as right before the spawn.
    this.#claim.decide(true);
    this.#connections.add(launched.connection);
    return launched;
  }

  /** Something happened to one of its processes. */
  handle(connection: Connection, event: ConnectionEvent): void {
    const isCurrent = this.current === connection;
    switch (event.type) {
      case "hello":
        connection.send(helloAck(this.context.settings, this.dir));
        if (isCurrent) this.enter("registering", undefined);
        break;
      case "ready":
        // The pending start waits for this.
        break;
      case "registered":
        if (isCurrent) this.#listener({ type: "registrations", extension: this });
        break;
      case "request":
        this.#listener({ ...event, extension: this, connection });
        break;
      case "fault":
        this.report(event.fault);
        break;
      case "ended":
        this.#ended(connection, event);
    }
  }

  #ended(
    connection: Connection,
    { reason, failure, isSpawned }: Extract<ConnectionEvent, { type: "ended" }>,
  ): void {
    void connection.stop().then(() => this.#connections.delete(connection));
    this.#listener({ type: "disconnected", connection });
    if (this.current !== connection) return;
    this.current = undefined;
    if (this.#stopped) return;
    if (!isSpawned) {
      const instead = this.#yieldName();
      this.enter("unavailable", reason);
      this.#reportUnavailable(reason, instead);
    } else if (failure) {
      const instead = this.#yieldName();
      this.enter("failed", reason);
      this.report(failure);
      if (instead.length > 0) this.#reportUnavailable(reason, instead);
    } else {
      this.#crashed(reason);
    }
    if (this.state !== "restarting") this.#listener({ type: "registrations", extension: this });
  }

  #crashed(reason: string): void {
    const waitMs = this.#supervisor.crashed();
    const { count: crashes } = this.#supervisor;
    if (crashes === 1) this.faults.reset("crashed");
    if (waitMs !== undefined && this.#startTime.allows(waitMs)) {
      this.enter("restarting", reason);
      this.report({ code: "crashed", details: { reason, crashes } });
      this.#retry = setTimeout(() => void this.#startAgain(), waitMs);
      return;
    }
    const { limitMs } = this.#startTime;
    const details = { reason, crashes, ...(waitMs === undefined ? {} : { limitMs }) };
    const instead = this.#yieldName();
    this.enter("failed", describeCrashes(details));
    this.report({ code: "crash-loop", details });
    if (instead.length > 0) this.#reportUnavailable(reason, instead);
  }

  /** It will not come up: those that it shadowed start, before anything that waited for it goes on. */
  #yieldName(): readonly string[] {
    this.#claim.decide(false);
    return this.#registry.startShadowed(this).map(({ dir }) => dir);
  }

  #reportUnavailable(reason: string, instead: readonly string[] = []): void {
    this.report({ code: "unavailable", details: { dir: this.dir, reason, instead } });
  }

  protected override enter(state: ExtensionState, reason: string | undefined): void {
    if (isSettled(state)) {
      this.#startTime.reset();
      this.#registry.gate.release(this);
    }
    super.enter(state, reason);
  }
}
