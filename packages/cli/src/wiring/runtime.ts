import { Agent, type AgentHooks, type AgentOptions, type Tool } from "@zot/core";
import type { ExtensionHost } from "@zot/host";
import { findCredential, openClient, assertNeedsNoKey, type Model } from "@zot/providers";
import type { Options } from "../args/flags.js";
import { VERSION } from "../version.js";
import { chooseModel } from "./choose-model.js";
import { checkTools, toolFilter } from "./choose-tools.js";
import { trustByFlag } from "./decide-trust.js";
import { extensionHooks } from "./extension-hooks.js";
import { tellUser, tellWaiting, type ExtensionNote } from "./extension-notes.js";
import { extensionTools } from "./extension-tools.js";
import { readFailurePolicies } from "./failure-policies.js";
import { mayHaveExtensions } from "./find-extensions.js";
import { holdBack, untilAborted } from "./hold-back.js";
import { describeDamage, goOnFrom, planSession } from "./open-session.js";
import { OwnTools } from "./own-tools.js";
import { OwnToolCalls } from "./own-tool-calls.js";
import { ShippedSkills } from "./shipped-skills.js";
import { agentSettings } from "./settings.js";
import { readSurroundings } from "./surroundings.js";

/** An agent with its extensions. It takes prompts at once; what they need is waited for. */
export interface Runtime {
  agent: Agent;
  /** None where there are no extensions. */
  host: ExtensionHost | undefined;
  cwd: string;
  /**
   * Resolves when every extension is up, or is known not to come, and when the signal aborts; nothing is sent or run
   * before. Rejects where the flags ask for what nobody has.
   */
  ready(signal?: AbortSignal): Promise<void>;
  /** The models of this run's provider. */
  listModels(): Promise<Model[]>;
  /** Goes on with another model of the same provider; false if there is none of that name. */
  switchModel(id: string): Promise<boolean>;
  /** Ends the extensions and the session. */
  close(): Promise<void>;
}

export interface RuntimeOptions {
  /** Something that the user should know; one line. */
  note: (line: string) => void;
  /** Gets what extensions say to the user; `note` gets it as words where this is not given. */
  onExtensionNote?: (event: ExtensionNote) => void;
  /** Holds the model back while the reader is behind. */
  pace?: () => Promise<void> | undefined;
  /** Whether a session is kept when no flag says anything about it. */
  keepsSession: boolean;
  /** Whether a person types the prompts: skills are then offered without being asked for. */
  isTalking?: boolean;
  /** Asks that person, for `--no-yolo`. */
  ask?: NonNullable<AgentOptions["ask"]>;
}

/** Where there is nobody to ask, the agent refuses what would need an answer. */
const ASK_FIRST: AgentHooks = { name: "--no-yolo", beforeToolCall: () => ({ action: "ask" }) };

/** Puts a run without a screen together from its flags. */
export async function openRuntime(options: Options, setup: RuntimeOptions): Promise<Runtime> {
  const { note, pace } = setup;
  const around = await readSurroundings(options);
  const { home, cwd, config, catalog, store, maxSteps } = around;
  for (const warning of catalog.warnings) note(`zot: ${warning}`);

  const noteLine = (line: string) => {
    note(`zot: ${line}`);
  };
  const plan = await planSession(options, store, {
    byDefault: setup.keepsSession,
    ...(setup.isTalking === true ? { noteFork: noteLine } : {}),
  });
  const opened = plan.kind === "open" ? plan.session : undefined;
  let stopHost: () => Promise<void> | undefined = () => undefined;
  try {
    const explain = setup.isTalking === true ? undefined : noteLine;
    const query = { catalog, config, session: opened?.meta, home, explain };
    const choice = await chooseModel(options, query);
    const { provider, model } = choice;
    // A key that a program prints becomes known here, before anything that it must be kept from starts.
    const credential = await findCredential({ provider, apiKey: options["api-key"], home });
    const tellNotes = () => {
      for (const line of [...choice.notes, ...(opened ? describeDamage(opened) : [])]) {
        note(`zot: ${line}`);
      }
    };
    // A tool that nobody has is told in one line, once it is known which ones there are.
    if (options.tools === undefined) tellNotes();
    // Before any extension runs and before the session is written to.
    if (credential === undefined) {
      assertNeedsNoKey(provider, { catalog, baseUrl: options["base-url"] });
    }
    around.logger.info({ version: VERSION, provider, model: model.id, cwd }, "run begins");
    if (opened && (opened.meta.provider !== provider || opened.meta.model !== model.id)) {
      await opened.append({ type: "model", provider, model: model.id });
    }

    const session =
      opened ??
      (plan.kind === "new" ? store.create({ provider, model: model.id, ...plan }) : undefined);
    const sessionId = () => session?.id;
    let announceAgent: (agent: Agent) => void = () => undefined;
    const agentMade = new Promise<Agent>((resolve) => {
      announceAgent = resolve;
    });
    const ownCalls = new OwnToolCalls(() => agentMade);
    const { originOf } = ownCalls;
    const openHost = async (): Promise<ExtensionHost> => {
      const { createHost } = await import("./create-host.js");
      const opened = createHost(options, around, {
        provider,
        model: model.id,
        runTool: ownCalls.run,
        sessionId,
        decideTrust: trustByFlag(options, process.env),
      });
      tellUser(opened, setup);
      return opened;
    };
    // A wrong setting is told at once, not when the first extension comes.
    readFailurePolicies(config);
    const host = mayHaveExtensions(options, around) ? await openHost() : undefined;
    // Extensions take longest to start: what else has to be loaded is loaded meanwhile.
    const starting = host?.start();
    const stopTelling = host && tellWaiting(host, note);
    stopHost = () => host?.stop();
    const client = await openClient({
      provider,
      apiKey: options["api-key"],
      baseUrl: options["base-url"],
      home,
      catalog,
    });

    const own = await OwnTools.open(options, {
      cwd,
      home,
      offersSkills: options["with-skills"] || setup.isTalking === true,
      jailed: config.jail_by_default === true,
      sessionId,
    });
    const isWanted = toolFilter(options);
    const allTools = (): Tool[] => [...own.tools, ...(host ? extensionTools(host, originOf) : [])];
    const checkFlags = () => {
      if (options.tools === undefined) return;
      checkTools(options, allTools());
      tellNotes();
    };
    // With extensions it is known only later which tools there are.
    if (host === undefined) checkFlags();
    const countMessages = () => agent.messages.length;
    const whenReady = (signal: AbortSignal) => (isReady() ? undefined : ready(signal));
    const agent: Agent = new Agent({
      client: holdBack(client, whenReady),
      model,
      system: own.system,
      tools: allTools().filter(isWanted),
      hooks: [
        ...(host ? [extensionHooks(host, { originOf, countMessages })] : []),
        ...(options["no-yolo"] ? [ASK_FIRST] : []),
      ],
      cwd,
      ...(maxSteps === undefined ? {} : { maxSteps }),
      ...agentSettings(options, config),
      ...(pace === undefined ? {} : { pace }),
      whenReady,
      ...(setup.ask === undefined ? {} : { ask: setup.ask }),
      ...(session === undefined ? {} : goOnFrom(session)),
    });
    announceAgent(agent);
    let isSaveFailureTold = false;
    agent.subscribe(({ type }) => {
      if (type === "save_failed") isSaveFailureTold = true;
    });
    let isClosed = false;
    let isStarted = false;
    const isReady = () => isStarted && (host === undefined || host.starting().length === 0);
    const finishStart = async () => {
      if (host) {
        const skills = new ShippedSkills(host, own, () => {
          agent.setSystem(own.system);
          agent.setTools(allTools().filter(isWanted));
        });
        host.subscribe((event) => {
          if (event.type === "registrations") agent.setTools(allTools().filter(isWanted));
        });
        await starting;
        stopTelling?.();
        if (isClosed) return;
        checkFlags();
        agent.setTools(allTools().filter(isWanted));
        await skills.settle();
      }
      for (const { path, problem } of own.problems) note(`zot: ${path}: ${problem}`);
      host?.emit({ event: "session_start", ...(session ? { session_id: session.id } : {}) });
      isStarted = true;
    };
    const started = finishStart();
    // Told to whoever asks whether it is ready.
    started.catch(() => undefined);
    const ready = async (signal?: AbortSignal) => {
      await untilAborted(started, signal);
      await host?.settled(signal);
    };
    return {
      agent,
      host,
      cwd,
      ready,
      listModels: () => Promise.resolve(catalog.listModels(provider)),
      async switchModel(id) {
        const found = catalog.findModel(provider, id);
        if (found === undefined) return false;
        await agent.setModel(found);
        host?.setModel(provider, id);
        return true;
      },
      async close() {
        isClosed = true;
        host?.emit({ event: "session_end", reason: "exit" });
        await host?.stop();
        await session?.close().catch((error: unknown) => {
          if (!isSaveFailureTold) throw error;
        });
      },
    };
  } catch (error) {
    await stopHost();
    await opened?.close();
    throw error;
  }
}
