import { join } from "node:path";
import type { Event, InterceptName } from "@zot/protocol";
import { invokeCommand, type CommandOutcome } from "./calls/command-calls.js";
import { Dispatch } from "./calls/dispatch.js";
import { HostError } from "./context/errors.js";
import type { Extension } from "./lifecycle/extension.js";
import type { ExtensionInfo } from "./lifecycle/extension-state.js";
import { EventStamp } from "./calls/event-stamp.js";
import { findExtensions } from "./discovery/find-extensions.js";
import { helloAck } from "./connection/hello-ack.js";
import type { HostListener, OpenPanel } from "./context/host-events.js";
import type { HostOptions } from "./context/host-options.js";
import type {
  CallToolOptions,
  ExtensionCommand,
  ExtensionTool,
  InterceptOptions,
} from "./calls/host-types.js";
import { intercept, type InterceptDecision, type InterceptSubject } from "./calls/interception.js";
import { LIMITS, type Limits } from "./context/limits.js";
import { NameBook } from "./calls/tool-index.js";
import { OwnCalls, type RunTool } from "./calls/host-tool-calls.js";
import { Panels } from "./calls/panels.js";
import { TurnTaker } from "./connection/turn-taker.js";
import { Publisher } from "./context/publisher.js";
import { Roster, type ReloadReport } from "./lifecycle/extension-registry.js";
import { SpawnSlots } from "./lifecycle/spawn-slots.js";
import { StartGate } from "./lifecycle/start-gate.js";
import type { Surroundings } from "./context/host-context.js";
import { TIMING, type Timing } from "./context/timing.js";
import { checkTrustLazily } from "./trust/lazy-trust.js";
import { callTool, type CallSettings } from "./calls/tool-calls.js";
import { failedOutcome, type ToolOutcome } from "./calls/tool-result.js";

/**
 * Finds, starts, supervises and talks to extensions. A bad extension never makes a method reject.
 *
 * @example
 * const host = new ExtensionHost({ cwd, zotHome, zotVersion: "1.0.0", provider: "offline", model: "offline" });
 * await host.start();
 * const { content } = await host.callTool("weather", { city: "Berlin" });
 * await host.stop();
 */
export class ExtensionHost {
  readonly #options: HostOptions;
  readonly #timing: Timing;
  readonly #limits: Limits;
  readonly #callSettings: CallSettings;
  readonly #publisher: Publisher;
  readonly #panels: Panels;
  readonly #ownCalls: OwnCalls;
  readonly #dispatch: Dispatch;
  readonly #roster: Roster;
  readonly #names: NameBook;
  readonly #stamp: EventStamp;
  readonly #gate = new StartGate();
  #starting: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;
  #lastId = 0;
  #model: { provider: string; model: string };

  constructor(options: HostOptions) {
    this.#options = options;
    this.#model = { provider: options.provider ?? "", model: options.model ?? "" };
    this.#stamp = new EventStamp(options.cwd);
    this.#timing = { ...TIMING, ...options.timing };
    this.#limits = { ...LIMITS, ...options.limits };
    this.#callSettings = {
      interactive: options.interactive ?? false,
      timing: this.#timing,
      limits: this.#limits,
      resultsDir: join(options.zotHome, "results"),
      secrets: options.secrets ?? (() => []),
    };
    this.#publisher = new Publisher(options);
    const { publish } = this.#publisher;
    this.#panels = new Panels({ timing: this.#timing, limits: this.#limits, publish });
    this.#ownCalls = new OwnCalls(options.runTool ?? this.#runTool, this.#limits);
    this.#dispatch = new Dispatch({
      interactive: options.interactive ?? false,
      limits: this.#limits,
      panels: this.#panels,
      ownCalls: this.#ownCalls,
      publish,
    });
    this.#roster = new Roster(this.#surroundings(), () => findExtensions(this.#options));
    this.#names = new NameBook(
      () => this.#roster.extensions,
      options.builtinTools ?? [],
      options.builtinCommands ?? [],
    );
  }

  /** Resolves when each extension is up, or is known not to come; those that are up before answer already. */
  start(): Promise<void> {
    return (this.#starting ??= this.#roster.start());
  }

  /** The extensions that are starting; tool calls and decisions wait for them. */
  starting(): string[] {
    return this.#gate.names;
  }

  /** Resolves when none is starting any more, at the start or after a reload; also when the signal aborts. */
  settled(signal?: AbortSignal): Promise<void> {
    return this.#gate.passed(signal);
  }

  /**
   * Goes on without those that are starting, and returns their names. They join when they are up; until then those
   * that guard, by their manifest or by the user's word, deny.
   */
  skipStarting(): string[] {
    return this.#gate.skip();
  }

  /** Ends every process that extensions started. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#roster.stop().then(() => {
      this.#panels.stop();
      this.#publisher.close();
    }));
  }

  /** Listens to everything that happens; returns what ends it. */
  subscribe(listener: HostListener): () => void {
    return this.#publisher.subscribe(listener);
  }

  extensions(): ExtensionInfo[] {
    return this.#roster.extensions.map((extension) => extension.info());
  }

  /** The tools that a model may be offered now. */
  tools(): ExtensionTool[] {
    return [...this.#names.current.tools.values()].map(({ extension, thing }) => ({
      extension: extension.name,
      ...thing,
    }));
  }

  commands(): ExtensionCommand[] {
    return [...this.#names.current.commands.values()].map(({ extension, thing }) => ({
      extension: extension.name,
      ...thing,
    }));
  }

  /** Runs a tool of an extension. Faults are outcomes, never exceptions. */
  async callTool(
    name: string,
    args: Record<string, unknown>,
    { id, signal, origin }: CallToolOptions = {},
  ): Promise<ToolOutcome> {
    const owner = this.#names.current.tools.get(name);
    if (!owner) return failedOutcome(this.#names.explainMissing(name));
    const { extension, thing: tool } = owner;
    const callId = this.#freeId(id, extension);
    this.#ownCalls.began(callId, { extension: extension.name, chain: origin?.chain ?? [name] });
    try {
      return await callTool({ id: callId, extension, tool, args, signal, ...this.#callSettings });
    } finally {
      this.#ownCalls.over(callId);
    }
  }

  /** Runs a command of an extension. Faults are in the outcome's `error`. */
  async invokeCommand(
    name: string,
    args = "",
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<CommandOutcome> {
    const owner = this.#names.current.commands.get(name.toLowerCase());
    if (!owner) {
      return { extension: "", command: name, action: "noop", error: `unknown command "/${name}"` };
    }
    const { extension, thing: command } = owner;
    const timeoutMs = this.#timing.commandMs;
    const id = this.#nextId();
    const outcome = await invokeCommand({ id, extension, command, args, signal, timeoutMs });
    const { connection } = extension;
    if (outcome.action !== "open_panel" || !outcome.open_panel || !connection) return outcome;
    const problem = this.#dispatch.openPanel(extension, connection, outcome.open_panel);
    return problem === undefined ? outcome : { ...outcome, error: `/${command.name}: ${problem}` };
  }

  /**
   * Tells everyone who subscribed to it, in order, without waiting for anyone. Each event gets the
   * folder, its number in the session, and the `session_id` of the last `session_start`.
   */
  emit(event: Omit<Event, "type">): void {
    const frame = this.#stamp.put(event);
    for (const { ready } of this.#roster.extensions) {
      if (ready?.registrations.events.has(event.event)) ready.send(frame);
    }
  }

  /** Asks those who intercept this event, before it takes effect; waits for those that are starting. */
  async intercept<Name extends InterceptName>(
    event: Name,
    subject: InterceptSubject<Name>,
    { signal, origin }: InterceptOptions = {},
  ): Promise<InterceptDecision<Name>> {
    await this.#gate.passed(signal);
    return intercept({
      event,
      subject,
      extensions: this.#roster.extensions,
      origin,
      timeoutMs: this.#timing.interceptMs,
      signal,
      nextId: () => this.#nextId(),
    });
  }

  /** A line in the log of an extension, for whoever debugs it. */
  noteTo(extension: string, words: string): void {
    this.#roster.extensions.find(({ name }) => name === extension)?.note(words);
  }

  /** The open panels, the focused one last. */
  panels(): OpenPanel[] {
    return this.#panels.list();
  }

  /** Gives a key to the focused panel; false when none is open. `esc` and `ctrl+c` close it. */
  pressPanelKey(key: string, text?: string): boolean {
    return this.#panels.key(key, text);
  }

  /** The room that panels have; sent to each as it opens, and now to those that are open. */
  resizePanels(width: number, height: number): void {
    this.#panels.resize(width, height);
  }

  /** What extensions that start from now on are told in `hello_ack`. */
  setModel(provider: string, model: string): void {
    this.#model = { provider, model };
  }

  /**
   * Starts one extension anew, or looks for all of them again. A new process takes over when it is
   * ready; until then, and if it fails, the old one goes on.
   */
  async reload(name?: string): Promise<ReloadReport[]> {
    if (!this.#starting) throw new HostError("not-started", "call start() before reload()");
    if (this.#stopping) throw new HostError("stopped", "the host is stopped");
    const reports = await this.#roster.reload(name);
    this.#names.changed();
    return reports;
  }

  #surroundings(): Surroundings {
    const { zotHome, cwd, env = process.env, secrets = () => [], onFailure = {} } = this.#options;
    const { publish, onTraffic } = this.#publisher;
    return {
      zotHome,
      env,
      secrets,
      onFailure,
      publish,
      onTraffic,
      isTrusted: checkTrustLazily(zotHome, { cwd, env }, this.#options.decideTrust),
      timing: this.#timing,
      limits: this.#limits,
      findShadow: (found) => this.#roster.findShadow(found),
      onRefused: (extension) => this.#roster.replace(extension),
      gate: this.#gate,
      turns: new TurnTaker(),
      slots: new SpawnSlots(this.#limits.spawns, this.#timing.spawnSlotMs),
      ack: (dir) => helloAck(this.#options, this.#model, dir),
      onFrame: this.#dispatch.onFrame,
      onGone: (connection) => {
        this.#panels.drop(connection);
        this.#ownCalls.drop(connection);
      },
      onRegistrations: (extension) => {
        this.#names.changed();
        publish({ type: "registrations", extension: extension.name });
      },
    };
  }

  /** Without an agent around: the extensions' own tools, through their guards. */
  readonly #runTool: RunTool = async ({ name, args, signal, origin }) => {
    const tool = { tool_id: this.#nextId(), tool_name: name, tool_args: args };
    if (!this.#names.current.tools.has(name))
      return failedOutcome(this.#names.explainMissing(name));
    const decision = await this.intercept("tool_call", tool, { signal, origin });
    if (decision.blocked) return failedOutcome(decision.reason);
    return this.callTool(name, decision.subject.tool_args, { signal, origin });
  };

  #nextId(): string {
    this.#lastId += 1;
    return `zot-${this.#lastId}`;
  }

  /** The model's own id, so that events and calls can be told to belong together; but never one in use. */
  #freeId(asked: string | undefined, extension: Extension): string {
    const isFree = asked !== undefined && asked !== "" && !extension.ready?.tools.has(asked);
    return isFree ? asked : this.#nextId();
  }
}
