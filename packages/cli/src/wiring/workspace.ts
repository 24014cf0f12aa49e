import { relative } from "node:path";
import {
  Agent,
  type AgentEvent,
  type AgentHooks,
  type AgentOptions,
  type Session,
  type Tool,
} from "@zot/core";
import type { DecideTrust, ExtensionHost, ReloadReport } from "@zot/host";
import type { Model, ReasoningLevel } from "@zot/providers";
import type { Options } from "../args/flags.js";
import { checkTools, toolFilter } from "./choose-tools.js";
import type { Connection, Connector } from "./connect.js";
import { createHost } from "./create-host.js";
import { trustByFlag } from "./decide-trust.js";
import { extensionHooks } from "./extension-hooks.js";
import { extensionTools } from "./extension-tools.js";
import { holdBack, untilAborted } from "./hold-back.js";
import { goOnFrom } from "./open-session.js";
import { OwnTools } from "./own-tools.js";
import type { DecideSkills } from "./project-skills.js";
import { OwnToolCalls } from "./own-tool-calls.js";
import { ShippedSkills } from "./shipped-skills.js";
import { agentSettings } from "./settings.js";
import type { Surroundings } from "./surroundings.js";

export interface WorkspaceSetup {
  connection: Connection;
  connector: Connector;
  session: Session | undefined;
  decideTrust: DecideTrust;
  decideSkills: DecideSkills;
  hooks: readonly AgentHooks[];
  ask: NonNullable<AgentOptions["ask"]>;
  /** Something that the user should know. */
  note: (line: string) => void;
  /** Every event of whichever agent is at work. */
  onEvent: (event: AgentEvent) => void;
  onQueueChange: () => void;
}

/**
 * What a user with a screen works in: one folder with its extensions and, one after the other, the
 * models and sessions that the user switches between.
 */
export class Workspace {
  readonly around: Surroundings;
  readonly host: ExtensionHost;
  readonly own: OwnTools;
  readonly connector: Connector;
  readonly #options: Options;
  readonly #setup: WorkspaceSetup;
  readonly #skills: ShippedSkills;
  readonly #ownCalls = new OwnToolCalls(() => this.agent);
  #connection: Connection;
  #session: Session | undefined;
  #agent: Agent;
  #reasoning: ReasoningLevel | undefined;
  #started: Promise<void> | undefined;
  #isStarted = false;

  private constructor(
    options: Options,
    around: Surroundings,
    own: OwnTools,
    setup: WorkspaceSetup,
  ) {
    this.#options = options;
    this.#setup = setup;
    this.around = around;
    this.own = own;
    this.connector = setup.connector;
    this.#connection = this.#hold(setup.connection);
    this.#session = setup.session;
    this.#reasoning = agentSettings(options, around.config).reasoning;
    this.host = createHost(options, around, {
      provider: setup.connection.provider,
      model: setup.connection.model.id,
      runTool: this.#ownCalls.run,
      sessionId: () => this.#session?.id,
      decideTrust: trustByFlag(options, process.env) ?? setup.decideTrust,
      interactive: true,
    });
    this.host.subscribe((event) => {
      if (event.type === "registrations") this.#agent.setTools(this.#tools());
    });
    this.#skills = new ShippedSkills(this.host, own, () => {
      this.#agent.setSystem(own.system);
      this.#agent.setTools(this.#tools());
    });
    this.#agent = this.#createAgent();
  }

  /** The extensions are not started yet: see `start`. */
  static async open(
    options: Options,
    around: Surroundings,
    setup: WorkspaceSetup,
  ): Promise<Workspace> {
    const { cwd, home, config } = around;
    const jailed = config.jail_by_default === true;
    const own = await OwnTools.open(options, {
      ...{ cwd, home, offersSkills: true, jailed, decideSkills: setup.decideSkills },
      sessionId: () => workspace.#session?.id,
    });
    const workspace: Workspace = new Workspace(options, around, own, setup);
    return workspace;
  }

  get agent(): Agent {
    return this.#agent;
  }

  get session(): Session | undefined {
    return this.#session;
  }

  get connection(): Connection {
    return this.#connection;
  }

  get reasoning(): ReasoningLevel | undefined {
    return this.#reasoning;
  }

  /** Whether nothing is waited for. */
  get isReady(): boolean {
    return this.#isStarted && this.host.starting().length === 0;
  }

  /**
   * Resolves when every extension is up, or is known not to come, or is not waited for any more; also when the signal
   * aborts. Nothing is sent or run before.
   */
  async ready(signal?: AbortSignal): Promise<void> {
    await untilAborted(this.start(), signal);
    await this.host.settled(signal);
  }

  /** Starts the extensions; resolves when each is up, or is known not to come, or is not waited for any more. */
  start(): Promise<void> {
    return (this.#started ??= this.#start());
  }

  async #start(): Promise<void> {
    await Promise.all([this.host.start(), this.#skills.settle()]);
    await this.#skills.settle();
    this.#tellShadowedSkills();
    this.#checkTools();
    this.#agent.setTools(this.#tools());
    this.#announceSession();
    this.#isStarted = true;
  }

  /** Starts one extension anew, or looks for all of them again, and for all skills. */
  async reloadExtensions(name?: string): Promise<ReloadReport[]> {
    await this.start();
    const reports = await this.host.reload(name);
    await this.#skills.refresh();
    return reports;
  }

  setReasoning(level: ReasoningLevel | undefined): void {
    this.#reasoning = level;
    this.#agent.setReasoning(level);
  }

  /** Goes on with another model, of any provider. Throws if it can't be reached without a key. */
  async switchModel(provider: string, model: Model): Promise<Connection> {
    const connection = this.#hold(await this.connector.connect(provider, model));
    await this.#agent.setModel(model, connection.client);
    this.#use(connection);
    return connection;
  }

  /** Works on from the transcript as it is, with another model if one is given. */
  async retry(target?: { provider: string; model: Model }) {
    if (target !== undefined) await this.switchModel(target.provider, target.model);
    return this.#agent.retry();
  }

  /** Ends the running turn and goes on with another session, and with its model if that can be had. */
  async switchSession(session: Session): Promise<void> {
    await this.#rest();
    this.host.emit({ event: "session_end", reason: "switch" });
    const before = this.#session;
    this.#session = session;
    const { provider, model: id } = session.meta;
    const model = this.connector.catalog.findModel(provider, id);
    if (model !== undefined) {
      const connecting = this.connector.connect(provider, model).then(this.#hold);
      this.#use(await connecting.catch(() => this.#connection));
    }
    this.#agent = this.#createAgent();
    await before?.close();
    this.#announceSession();
  }

  /** A session that holds nothing yet. */
  newSession(): Session {
    const { provider, model } = this.#connection;
    return this.around.store.create({ provider, model: model.id });
  }

  /** Saves, ends the extensions, lets others have the session. */
  async close(): Promise<void> {
    await this.#rest();
    this.host.emit({ event: "session_end", reason: "exit" });
    await this.host.stop();
    await this.#session?.close();
  }

  async #rest(): Promise<void> {
    this.#agent.abort({ queue: true });
    await this.#agent.idle();
  }

  readonly #whenReady = (signal: AbortSignal): Promise<void> | undefined =>
    this.isReady ? undefined : this.ready(signal);

  readonly #hold = (connection: Connection): Connection => ({
    ...connection,
    client: holdBack(connection.client, this.#whenReady),
  });

  #use(connection: Connection): void {
    this.#connection = connection;
    this.host.setModel(connection.provider, connection.model.id);
  }

  /** A project that brings a skill of a name that is taken may mean well, or not. */
  #tellShadowedSkills(): void {
    const { cwd } = this.around;
    for (const { path, problem, isShadowed } of this.own.problems) {
      const way = relative(cwd, path);
      if (isShadowed === true && !way.startsWith("..")) {
        this.#setup.note(`${way} is not used: ${problem}`);
      }
    }
  }

  /** Whether `--tools` names a tool that nobody has is known only now; it is no reason to leave. */
  #checkTools(): void {
    try {
      checkTools(this.#options, [
        ...this.own.tools,
        ...extensionTools(this.host, this.#ownCalls.originOf),
      ]);
    } catch (error) {
      this.#setup.note(error instanceof Error ? error.message : String(error));
    }
  }

  #announceSession(): void {
    const session = this.#session === undefined ? {} : { session_id: this.#session.id };
    this.host.emit({ event: "session_start", ...session });
  }

  #tools(): Tool[] {
    return [...this.own.tools, ...extensionTools(this.host, this.#ownCalls.originOf)].filter(
      toolFilter(this.#options),
    );
  }

  #createAgent(): Agent {
    const { maxSteps, cwd, config } = this.around;
    const { compactAt } = agentSettings(this.#options, config);
    const { hooks, ask, onEvent, onQueueChange } = this.#setup;
    const { originOf } = this.#ownCalls;
    const countMessages = () => agent.messages.length;
    const agent: Agent = new Agent({
      client: this.#connection.client,
      model: this.#connection.model,
      system: this.own.system,
      tools: this.#tools(),
      hooks: [extensionHooks(this.host, { originOf, countMessages }), ...hooks],
      cwd,
      ask,
      whenReady: this.#whenReady,
      ...(maxSteps === undefined ? {} : { maxSteps }),
      ...(compactAt === undefined ? {} : { compactAt }),
      ...(this.#reasoning === undefined ? {} : { reasoning: this.#reasoning }),
      ...(this.#session === undefined ? {} : goOnFrom(this.#session)),
    });
    agent.subscribe(onEvent);
    agent.queue.subscribe(onQueueChange);
    return agent;
  }
}
