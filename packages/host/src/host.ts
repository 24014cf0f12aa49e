import type { Event, InterceptName } from "@zot/protocol";
import { invokeCommand, type CommandOutcome } from "./calls/command-calls.js";
import { Dispatch } from "./calls/dispatch.js";
import { EventStamp } from "./calls/event-stamp.js";
import { HostToolCalls, type CallToolOptions, type RunTool } from "./calls/host-tool-calls.js";
import {
  intercept,
  type InterceptDecision,
  type InterceptOptions,
  type InterceptSubject,
} from "./calls/interception.js";
import { NameIndex, type ExtensionCommand, type ExtensionTool } from "./calls/name-index.js";
import { Panels } from "./calls/panels.js";
import { callTool } from "./calls/tool-calls.js";
import { failedOutcome, type ToolOutcome } from "./calls/tool-result.js";
import { HostError } from "./context/errors.js";
import { createContext, type HostContext } from "./context/host-context.js";
import type { HostListener, OpenPanel } from "./context/host-events.js";
import type { HostOptions } from "./context/host-options.js";
import type { Extension, ExtensionListener } from "./lifecycle/extension.js";
import { ExtensionRegistry, type ReloadReport } from "./lifecycle/extension-registry.js";
import type { ExtensionInfo } from "./lifecycle/extension-state.js";

/**
 * Finds, starts, supervises and talks to extensions. A bad extension never makes a method reject.
 *
 * @example
 * const host = new ExtensionHost({ cwd, zotHome, zotVersion: "1.0.0" });
 * await host.start();
 * const { content } = await host.callTool("weather", { city: "Berlin" });
 * await host.stop();
 */
export class ExtensionHost {
  readonly #context: HostContext;
  readonly #panels: Panels;
  readonly #toolCalls: HostToolCalls;
  readonly #dispatch: Dispatch;
  readonly #registry: ExtensionRegistry;
  readonly #names: NameIndex;
  readonly #stamp: EventStamp;
  #starting: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;
  #lastId = 0;

  constructor(options: HostOptions) {
    const context = createContext(options);
    const { settings, limits } = context;
    this.#context = context;
    this.#stamp = new EventStamp(settings.cwd);
    this.#panels = new Panels(context);
    this.#toolCalls = new HostToolCalls(settings.runTool ?? this.#runTool, limits);
    this.#dispatch = new Dispatch(context, this.#panels, this.#toolCalls);
    this.#registry = new ExtensionRegistry(context, this.#listener);
    this.#names = new NameIndex(() => this.#registry.extensions, settings);
  }

  /** Resolves when every extension is ready or has failed to start; those that are ready earlier answer at once. */
  start(): Promise<void> {
    return (this.#starting ??= this.#registry.start());
  }

  /** The extensions that are starting; tool calls and decisions wait for them. */
  starting(): string[] {
    return this.#registry.gate.names;
  }

  /** Resolves when no extension is starting, at the start or after a reload; also when the signal aborts. */
  settled(signal?: AbortSignal): Promise<void> {
    return this.#registry.gate.passed(signal);
  }

  /**
   * Stops waiting for those that are starting, and returns their names. They join when they are ready; until then those
   * that guard, by their manifest or by the user's choice, deny.
   */
  skipStarting(): string[] {
    return this.#registry.gate.skip();
  }

  /** Ends every process that extensions started. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#registry.stop().then(() => {
      this.#panels.stop();
      this.#context.publisher.close();
    }));
  }

  /** Subscribes to all events; returns the function that unsubscribes. */
  subscribe(listener: HostListener): () => void {
    return this.#context.publisher.subscribe(listener);
  }

  extensions(): ExtensionInfo[] {
    return this.#registry.extensions.map((extension) => extension.info());
  }

  /** The tools that a model may be offered now. */
  tools(): ExtensionTool[] {
    return this.#names.tools();
  }

  commands(): ExtensionCommand[] {
    return this.#names.commands();
  }

  /** Runs a tool of an extension. Faults are outcomes, never exceptions. */
  async callTool(
    name: string,
    args: Record<string, unknown>,
    { id, signal, origin }: CallToolOptions = {},
  ): Promise<ToolOutcome> {
    const owner = this.#names.findTool(name);
    if (!owner) return failedOutcome(this.#names.explainMissing(name));
    const { extension, thing: tool } = owner;
    const callId = this.#freeId(id, extension);
    this.#toolCalls.began(callId, { extension: extension.name, chain: origin?.chain ?? [name] });
    try {
      return await callTool({ id: callId, extension, tool, args, signal }, this.#context);
    } finally {
      this.#toolCalls.over(callId);
    }
  }

  /** Runs a command of an extension. Faults are in the outcome's `error`. */
  async invokeCommand(
    name: string,
    args = "",
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<CommandOutcome> {
    const owner = this.#names.findCommand(name);
    if (!owner) {
      return { extension: "", command: name, action: "noop", error: `unknown command "/${name}"` };
    }
    const { extension, thing: command } = owner;
    const timeoutMs = this.#context.timing.commandMs;
    const id = this.#nextId();
    const outcome = await invokeCommand({ id, extension, command, args, signal, timeoutMs });
    const { connection } = extension;
    if (outcome.action !== "open_panel" || !outcome.open_panel || !connection) return outcome;
    const problem = this.#dispatch.openPanel(extension, connection, outcome.open_panel);
    return problem === undefined ? outcome : { ...outcome, error: `/${command.name}: ${problem}` };
  }

  /**
   * Sends an event to its subscribers, in order, without waiting. Each event gets the folder, its number in the
   * session, and the `session_id` of the last `session_start`.
   */
  emit(event: Omit<Event, "type">): void {
    const frame = this.#stamp.put(event);
    for (const { ready } of this.#registry.extensions) {
      if (ready?.registrations.events.has(event.event)) ready.send(frame);
    }
  }

  /** Asks the interceptors of this event before it takes effect; waits for extensions that are starting. */
  async intercept<Name extends InterceptName>(
    event: Name,
    subject: InterceptSubject<Name>,
    { signal, origin }: InterceptOptions = {},
  ): Promise<InterceptDecision<Name>> {
    await this.#registry.gate.passed(signal);
    return intercept({
      event,
      subject,
      extensions: this.#registry.extensions,
      origin,
      timeoutMs: this.#context.timing.interceptMs,
      signal,
      nextId: () => this.#nextId(),
    });
  }

  /** A line in the log of an extension, for whoever debugs it. */
  noteTo(extension: string, text: string): void {
    this.#registry.extensions.find(({ name }) => name === extension)?.note(text);
  }

  /** The open panels, the focused one last. */
  panels(): OpenPanel[] {
    return this.#panels.list();
  }

  /** Gives a key to the focused panel; false when none is open. `esc` and `ctrl+c` close it. */
  pressPanelKey(key: string, text?: string): boolean {
    return this.#panels.key(key, text);
  }

  /** The size that panels have; sent to each as it opens, and now to those that are open. */
  resizePanels(width: number, height: number): void {
    this.#panels.resize(width, height);
  }

  /** What extensions that start from now on are told in `hello_ack`. */
  setModel(provider: string, model: string): void {
    Object.assign(this.#context.settings, { provider, model });
  }

  /**
   * Reloads one extension, or discovers and reloads all. A new process takes over when it is ready; until then, and if
   * it fails, the old one stays in use.
   */
  async reload(name?: string): Promise<ReloadReport[]> {
    if (!this.#starting) throw new HostError("not-started", "call start() before reload()");
    if (this.#stopping) throw new HostError("stopped", "the host is stopped");
    const reports = await this.#registry.reload(name);
    this.#names.invalidate();
    return reports;
  }

  readonly #listener: ExtensionListener = (event) => {
    switch (event.type) {
      case "request":
        this.#dispatch.handle(event.extension, event.connection, event.frame);
        break;
      case "registrations":
        this.#names.invalidate();
        this.#context.publisher.publish({ type: "registrations", extension: event.extension.name });
        break;
      case "disconnected":
        this.#panels.drop(event.connection);
        this.#toolCalls.drop(event.connection);
    }
  };

  /** The default of `runTool`, without an agent: tools of extensions, through their guards. */
  readonly #runTool: RunTool = async ({ name, args, signal, origin }) => {
    const tool = { tool_id: this.#nextId(), tool_name: name, tool_args: args };
    if (!this.#names.findTool(name)) return failedOutcome(this.#names.explainMissing(name));
    const decision = await this.intercept("tool_call", tool, { signal, origin });
    if (decision.blocked) return failedOutcome(decision.reason);
    return this.callTool(name, decision.subject.tool_args, { signal, origin });
  };

  #nextId(): string {
    this.#lastId += 1;
    return `zot-${this.#lastId}`;
  }

  /** The model's id, so that events and calls can be matched; never one that is in use. */
  #freeId(asked: string | undefined, extension: Extension): string {
    const isFree =
      asked !== undefined && asked !== "" && !extension.ready?.requests.tools.has(asked);
    return isFree ? asked : this.#nextId();
  }
}
