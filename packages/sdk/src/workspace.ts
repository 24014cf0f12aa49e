import {
  Agent,
  type Outcome,
  type PromptContent,
  type PromptOptions,
  type Session,
  type SessionStore,
  type Tool,
} from "@zot/core";
import type { ExtensionHost, HostLogger, ReloadReport } from "@zot/host";
import type { ImageBlock, Model, ModelClient, ReasoningLevel } from "@zot/providers";
import type { WorkspaceEvent } from "./events.js";
import { extensionHooks } from "./extensions/extension-hooks.js";
import { extensionTools } from "./extensions/extension-tools.js";
import { holdBack, untilAborted } from "./models/hold-back.js";
import type { Models } from "./models/models.js";
import type { WorkspaceOptions } from "./options.js";
import { Permissions } from "./permissions/permissions.js";
import { agentSettings } from "./settings/agent-settings.js";
import type { Config } from "./settings/config.js";
import type { BuiltinTools } from "./skills/builtin-tools.js";
import { ShippedSkills } from "./skills/shipped-skills.js";

/** What `createWorkspace` put together. */
interface WorkspaceParts {
  cwd: string;
  home: string;
  config: Config;
  store: SessionStore;
  models: Models;
  builtins: BuiltinTools;
  host: ExtensionHost | undefined;
  starting: Promise<void> | undefined;
  session: Session | undefined;
  client: ModelClient;
  model: Model;
  listeners: Set<(event: WorkspaceEvent) => void>;
}

/**
 * One folder with an agent at work in it: its extensions and, one after the other, the models and sessions that the user
 * switches between. Made by `createWorkspace`.
 */
export class Workspace {
  readonly cwd: string;
  readonly home: string;
  readonly store: SessionStore;
  readonly models: Models;
  readonly permissions: Permissions;
  /** The built-in tools, the skills and the system prompt. */
  readonly builtins: BuiltinTools;
  /** None where there are no extensions. */
  readonly host: ExtensionHost | undefined;
  readonly logger: HostLogger | undefined;
  readonly #options: WorkspaceOptions;
  readonly #config: Config;
  readonly #listeners: WorkspaceParts["listeners"];
  readonly #skills: ShippedSkills;
  readonly #started: Promise<void>;
  #session: Session | undefined;
  #agent: Agent;
  #isStarted = false;
  #isClosed = false;
  #isSaveFailureTold = false;

  /** @internal */
  constructor(options: WorkspaceOptions, parts: WorkspaceParts) {
    this.#options = options;
    this.#listeners = parts.listeners;
    this.cwd = parts.cwd;
    this.home = parts.home;
    this.store = parts.store;
    this.models = parts.models;
    this.builtins = parts.builtins;
    this.host = parts.host;
    this.logger = options.logger;
    this.#config = parts.config;
    this.#session = parts.session;
    const mode = options.permissions ?? (options.ask === undefined ? "yolo" : "ask");
    this.permissions = new Permissions(mode, options.ask);
    const { reasoning } = agentSettings(parts.config, options.reasoning);
    this.#agent = this.#createAgent(this.#hold(parts.client), parts.model, reasoning);
    this.host?.subscribe(({ type }) => {
      if (type === "registrations") this.#agent.setTools(this.#tools());
    });
    this.#skills = new ShippedSkills(this.host, this.builtins, () => {
      this.#agent.setSystem(this.builtins.system);
      this.#agent.setTools(this.#tools());
    });
    this.#started = this.#start(parts.starting);
    // Told to whoever asks whether it is ready.
    this.#started.catch(() => undefined);
  }

  /** It is another one after a change of the session. */
  get agent(): Agent {
    return this.#agent;
  }

  /** None where none is kept. */
  get session(): Session | undefined {
    return this.#session;
  }

  get model(): Model {
    const { modelInfo } = this.#agent;
    if (modelInfo === undefined) throw new Error("set a model with switchModel");
    return modelInfo;
  }

  /** Every tool there is, whether the model gets it or not. */
  get allTools(): readonly Tool[] {
    const theirs = this.host ? extensionTools(this.host) : [];
    return [...this.builtins.tools, ...(this.#options.tools ?? []), ...theirs];
  }

  /** Whether nothing is waited for. */
  get isReady(): boolean {
    return this.#isStarted && (this.host === undefined || this.host.starting().length === 0);
  }

  /**
   * Resolves when every extension is up, or is known not to come, or is not waited for any more; also when the signal
   * aborts. Nothing is sent or run before.
   */
  async ready(signal?: AbortSignal): Promise<void> {
    await untilAborted(this.#started, signal);
    await this.host?.settled(signal);
  }

  /** Calls back for every event, in order, until the function that it returns is called. */
  subscribe(listener: (event: WorkspaceEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Sends a prompt, which waits behind a running one; resolves with how it ended, and never rejects. `/name args` runs the
   * command of an extension, if one has it. `typed` is what of the text the user typed: all of it by default.
   */
  prompt(
    text: string,
    {
      images = [],
      typed = text,
      ...options
    }: Pick<PromptOptions, "onStart" | "typed"> & { images?: readonly ImageBlock[] } = {},
  ): Promise<Outcome> {
    const prepare = (signal: AbortSignal) => this.#runCommand(text, images, signal);
    const mayBeCommand = this.host !== undefined && text.startsWith("/");
    const content = [{ type: "text" as const, text }, ...images];
    return this.#agent.prompt(content, { ...options, typed, ...(mayBeCommand && { prepare }) });
  }

  async #runCommand(
    text: string,
    images: readonly ImageBlock[],
    signal: AbortSignal,
  ): Promise<PromptContent | Outcome | undefined> {
    const [, name = "", args = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
    const { host } = this;
    const isMeant = (command: { name: string }) =>
      command.name.toLowerCase() === name.toLowerCase();
    if (host?.commands().some(isMeant) !== true) return undefined;
    const outcome = await host.invokeCommand(name, args, { signal });
    const { action, extension, prompt = "", display = "", error } = outcome;
    if (signal.aborted) return { stop: "aborted" };
    if (error !== undefined) throw new Error(error);
    if (action === "prompt") return [{ type: "text", text: prompt }, ...images];
    if (action === "display") this.#publish({ type: "display", extension, text: display });
    return { stop: "end" };
  }

  /** Starts one extension anew, or looks for all of them again, and for all skills. */
  async reloadExtensions(name?: string): Promise<ReloadReport[]> {
    await this.#started;
    const reports = (await this.host?.reload(name)) ?? [];
    await this.#skills.refresh();
    return reports;
  }

  /** Switches to another model, of any provider. Rejects if it can't be reached without a key. */
  async switchModel(model: Model, client?: ModelClient): Promise<void> {
    const next = client ?? this.#hold(await this.models.connect(model.provider));
    await this.#agent.setModel(model, next);
    this.host?.setModel(model.provider, model.id);
  }

  /** Works on from the transcript as it is, with another model if one is given. */
  async retry(model?: Model): Promise<Outcome> {
    if (model !== undefined) await this.switchModel(model);
    return this.#agent.retry();
  }

  /** Ends the running turn and switches to another session, and to its model if that can be had. */
  async switchSession(session: Session): Promise<void> {
    await this.#rest();
    this.host?.emit({ event: "session_end", reason: "switch" });
    const before = this.#session;
    this.#session = session;
    const { reasoning } = this.#agent;
    let [client, model] = [this.#agent.client, this.model];
    const found = this.models.catalog.findModel(session.meta.provider, session.meta.model);
    const theirs = found && (await this.models.connect(found.provider).catch(() => undefined));
    if (found && theirs) {
      [client, model] = [this.#hold(theirs), found];
      this.host?.setModel(model.provider, model.id);
    }
    this.#agent = this.#createAgent(client, model, reasoning);
    await before?.close();
    this.#announceSession();
  }

  /** A session that holds nothing yet. */
  newSession(): Session {
    const { provider, id } = this.model;
    return this.store.create({ provider, model: id });
  }

  /** Saves, ends the extensions, lets others have the session. Leaves no process behind. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#rest();
    this.host?.emit({ event: "session_end", reason: "exit" });
    await this.host?.stop();
    await this.#session?.close().catch((error: unknown) => {
      if (!this.#isSaveFailureTold) throw error;
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #start(starting: Promise<void> | undefined): Promise<void> {
    await Promise.all([starting, this.#skills.settle()]);
    if (this.#isClosed) return;
    await this.#skills.settle();
    this.#options.onStarted?.(this);
    this.#agent.setTools(this.#tools());
    this.#announceSession();
    this.#isStarted = true;
  }

  #publish(event: WorkspaceEvent): void {
    if (event.type === "save_failed") this.#isSaveFailureTold = true;
    for (const listener of this.#listeners) listener(event);
  }

  async #rest(): Promise<void> {
    this.#agent.abort({ queue: true });
    await this.#agent.idle();
  }

  readonly #whenReady = (signal: AbortSignal): Promise<void> | undefined =>
    this.isReady ? undefined : this.ready(signal);

  #hold(client: ModelClient): ModelClient {
    return holdBack(client, this.#whenReady);
  }

  #announceSession(): void {
    const session = this.#session === undefined ? {} : { session_id: this.#session.id };
    this.host?.emit({ event: "session_start", ...session });
  }

  #tools(): Tool[] {
    return this.allTools.filter(this.#options.allowTool ?? (() => true));
  }

  #createAgent(client: ModelClient, model: Model, reasoning: ReasoningLevel | undefined): Agent {
    const { hooks = [], maxSteps, pace } = this.#options;
    const { compactAt } = agentSettings(this.#config);
    const { messages, usage, lastUsage } = this.#session ?? {};
    const theirs = this.host && extensionHooks(this.host, () => agent.messages.length);
    const agent: Agent = new Agent({
      ...{ client, model, cwd: this.cwd, system: this.builtins.system, tools: this.#tools() },
      hooks: [...(theirs ? [theirs] : []), this.permissions.hook, ...hooks],
      whenReady: this.#whenReady,
      ...this.permissions.forAgent(),
      ...(maxSteps !== undefined && { maxSteps }),
      ...(compactAt !== undefined && { compactAt }),
      ...(reasoning && { reasoning }),
      ...(pace && { pace }),
      ...(this.#session && { journal: this.#session }),
      ...(messages && { messages }),
      ...(usage && { usage }),
      ...(lastUsage && { lastUsage }),
    });
    agent.subscribe((event) => {
      this.#publish(event);
    });
    agent.queue.subscribe(() => {
      this.#publish({ type: "queue", entries: agent.queue.entries });
    });
    return agent;
  }
}
