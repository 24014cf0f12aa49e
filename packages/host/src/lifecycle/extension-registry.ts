import { availableParallelism } from "node:os";
import { HostError } from "../context/errors.js";
import type { HostContext } from "../context/host-context.js";
import { findExtensions, type Found } from "../discovery/discover.js";
import type { TrustCheck } from "../trust/trust.js";
import { Extension, type ExtensionListener } from "./extension.js";
import { checkTrustLazily } from "./prepare.js";
import { signalGroup } from "../connection/process/platform.js";
import { SpawnSlots } from "./spawn-slots.js";
import { StartGate } from "./start-gate.js";
import { warmUp } from "./warm-up.js";

/** The result of a reload for one extension. */
export type ReloadReport =
  { extension: string; ok: true } | { extension: string; ok: false; reason: string };

const WARM_UP_MS = 5;

/** All extensions of a host, in the order of discovery. */
export class ExtensionRegistry {
  readonly gate = new StartGate();
  readonly slots: SpawnSlots;
  readonly isTrusted: TrustCheck;
  readonly #context: HostContext;
  readonly #listener: ExtensionListener;
  #extensions: Extension[] = [];
  #stopped = false;

  constructor(context: HostContext, listener: ExtensionListener) {
    const { limits, timing, settings } = context;
    this.#context = context;
    this.#listener = listener;
    this.slots = new SpawnSlots(limits.spawns, timing.spawnSlotMs);
    this.isTrusted = checkTrustLazily(settings);
  }

  get extensions(): readonly Extension[] {
    return this.#extensions;
  }

  /** Starts all at once; resolves when each is ready, has failed, or is no longer waited for. */
  async start(): Promise<void> {
    this.#extensions = this.#find().map((found) => this.#create(found));
    if (this.#extensions.length === 0) return;
    for (const extension of this.#extensions) void extension.start();
    // The first program is spawned in this round of the event loop; everything else can wait for the next.
    await new Promise((resolve) => setImmediate(resolve));
    if (!this.#stopped) process.on("exit", this.#onExit);
    const warmingUp = this.#planWarmUp();
    await this.gate.passed();
    clearTimeout(warmingUp);
  }

  /**
   * Warming up is free while a processor is idle; where every processor boots a program, it would delay one. A program
   * begins on the processor of its parent, so the parent sleeps first and is woken on another.
   */
  #planWarmUp(): NodeJS.Timeout | undefined {
    if (this.#stopped || this.#extensions.length >= availableParallelism()) return undefined;
    return setTimeout(() => {
      if (!this.#stopped) warmUp(this.#context);
    }, WARM_UP_MS);
  }

  /** One by its name, or all that are discovered now: new ones start, removed ones stop. */
  async reload(name: string | undefined): Promise<ReloadReport[]> {
    const found = this.#find();
    if (name !== undefined) {
      const extension = this.get(name);
      const now = found.find((candidate) => Extension.keyOf(candidate) === extension.key);
      if (!now) return [{ extension: name, ok: false, reason: "its folder is gone" }];
      return [{ extension: name, ...(await extension.reload(now)) }];
    }
    const before = new Map(this.#extensions.map((extension) => [extension.key, extension]));
    const reports: Promise<ReloadReport>[] = [];
    const after = found.map((now) => {
      const known = before.get(Extension.keyOf(now));
      before.delete(Extension.keyOf(now));
      const extension = known ?? this.#create(now);
      const outcome = known ? known.reload(now) : extension.start();
      reports.push(outcome.then((result) => ({ extension: extension.name, ...result })));
      return extension;
    });
    this.#extensions = after;
    const vanished = [...before.values()].map((extension) => extension.stop());
    const [all] = await Promise.all([Promise.all(reports), ...vanished]);
    return all;
  }

  /** The one that has the name of another, once that is known. */
  async findShadow(found: Found): Promise<Found | undefined> {
    for (const rival of found.rivals) {
      if (await this.#of(rival)?.hasName) return rival;
    }
    return undefined;
  }

  /** An extension does not run, so those that it shadowed start; they are returned. */
  startShadowed(refused: Extension): readonly Extension[] {
    const shadowed = this.#extensions.filter(
      ({ canRun, rivals }) => canRun && rivals.some((rival) => this.#of(rival) === refused),
    );
    for (const one of shadowed) if (one.state === "shadowed") void one.start();
    return shadowed;
  }

  #find(): Found[] {
    return findExtensions(this.#context.settings);
  }

  #create(found: Found): Extension {
    return new Extension(found, this.#context, this, this.#listener);
  }

  #of(found: Found): Extension | undefined {
    return this.#extensions.find(({ key }) => key === Extension.keyOf(found));
  }

  /** By name; of several with one name, the one that is in use. */
  get(name: string): Extension {
    const named = this.#extensions.filter((extension) => extension.name === name);
    const extension =
      named.find(({ connection }) => connection) ??
      named.find(({ state }) => state !== "shadowed") ??
      named[0];
    if (!extension) {
      const names = this.#extensions.map((known) => known.name).join(", ") || "none";
      throw new HostError("unknown-extension", `no extension "${name}"; there are: ${names}`);
    }
    return extension;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#extensions.map((extension) => extension.stop()));
    process.off("exit", this.#onExit);
  }

  /** For a program that exits without `stop()`: children that ignore the end of their stdin must not survive it. */
  readonly #onExit = (): void => {
    if (this.#stopped) return;
    for (const { connection } of this.#extensions) {
      if (connection?.pid !== undefined) signalGroup(connection.pid, "SIGTERM");
    }
  };
}
