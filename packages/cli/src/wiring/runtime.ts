import { statSync } from "node:fs";
import { resolve } from "node:path";
import {
  Agent,
  buildSystemPrompt,
  builtInTools,
  Jail,
  SessionStore,
  type Session,
  type Tool,
} from "@zot/core";
import { ExtensionHost } from "@zot/host";
import {
  findCredential,
  loadCatalog,
  openClient,
  zotHome,
  type Model,
  type ReasoningLevel,
} from "@zot/providers";
import type { Options } from "../args/flags.js";
import { readConfig } from "../config.js";
import { UsageError } from "../errors.js";
import { createLogger } from "../logging.js";
import { SLASH_COMMANDS } from "../slash-commands.js";
import { VERSION } from "../version.js";
import { chooseModel } from "./choose-model.js";
import { checkTools, toolFilter } from "./choose-tools.js";
import { trustByFlag } from "./decide-trust.js";
import { extensionHooks } from "./extension-hooks.js";
import { tellUser, type ExtensionNote } from "./extension-notes.js";
import { extensionTools } from "./extension-tools.js";
import { describeDamage, planSession } from "./open-session.js";
import { ownToolCalls } from "./own-tool-calls.js";

/** An agent with its extensions, ready for a prompt. */
export interface Runtime {
  agent: Agent;
  host: ExtensionHost;
  cwd: string;
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
}

/** Puts a run without a screen together from its flags. */
export async function openRuntime(options: Options, setup: RuntimeOptions): Promise<Runtime> {
  const { note, pace } = setup;
  const home = zotHome();
  const cwd = findCwd(options);
  const maxSteps = readMaxSteps(options);
  const config = readConfig(home);
  const logger = createLogger(home, logLevel(options));
  const catalog = await loadCatalog({ home });
  for (const warning of catalog.warnings) note(`zot: ${warning}`);

  const store = new SessionStore({ home, cwd, version: VERSION });
  const plan = planSession(options, store, { byDefault: setup.keepsSession });
  const opened = plan.kind === "open" ? plan.session : undefined;
  try {
    const choice = await chooseModel(options, { catalog, config, session: opened?.meta, home });
    const { provider, model } = choice;
    const credential = await findCredential({ provider, apiKey: options["api-key"], home });
    const client = await openClient({
      provider,
      apiKey: options["api-key"],
      baseUrl: options["base-url"],
      home,
    });
    for (const line of [...choice.notes, ...(opened ? describeDamage(opened) : [])]) {
      note(`zot: ${line}`);
    }

    logger.info({ version: VERSION, provider, model: model.id, cwd }, "run begins");
    if (opened && (opened.meta.provider !== provider || opened.meta.model !== model.id)) {
      await opened.append({ type: "model", provider, model: model.id });
    }

    const trust = trustByFlag(options, process.env);
    const host: ExtensionHost = new ExtensionHost({
      cwd,
      zotHome: home,
      zotVersion: VERSION,
      provider,
      model: model.id,
      paths: options.ext,
      discover: { project: !options["no-ext"], global: !options["no-ext"] },
      builtinTools: ["read", "write", "edit", "bash", "skill"],
      builtinCommands: SLASH_COMMANDS,
      runTool: ownToolCalls(() => ({ agent, host, cwd })),
      secrets: () => (credential === undefined ? [] : [credential.secret]),
      logger,
      ...(trust === undefined ? {} : { decideTrust: trust }),
    });
    tellUser(host, setup);
    const starting = host.start();

    const skills = await findSkills(options, cwd, home);
    const own = builtInTools({ jail: new Jail(cwd), skills });
    const isWanted = toolFilter(options);
    const { text: system } = buildSystemPrompt({
      cwd,
      home,
      append: options["append-system-prompt"],
      skills,
      ...(options["system-prompt"] === undefined ? {} : { system: options["system-prompt"] }),
    });
    const session =
      opened ??
      (plan.kind === "new" ? store.create({ provider, model: model.id, ...plan }) : undefined);
    await starting;

    const allTools = (): Tool[] => [...own, ...extensionTools(host)];
    checkTools(options, allTools());
    const agent = new Agent({
      client,
      model,
      system,
      tools: allTools().filter(isWanted),
      hooks: [extensionHooks(host)],
      cwd,
      ...(maxSteps === undefined ? {} : { maxSteps }),
      ...(options.reasoning === undefined
        ? {}
        : { reasoning: options.reasoning as ReasoningLevel }),
      ...(pace === undefined ? {} : { pace }),
      ...(session === undefined ? {} : goOnFrom(session)),
    });
    host.subscribe((event) => {
      if (event.type === "registrations") agent.setTools(allTools().filter(isWanted));
    });
    host.emit({ event: "session_start", cwd, ...(session ? { session_id: session.id } : {}) });
    return {
      agent,
      host,
      cwd,
      listModels: () => Promise.resolve(catalog.listModels(provider)),
      async switchModel(id) {
        const found = catalog.findModel(provider, id);
        if (found === undefined) return false;
        await agent.setModel(found);
        host.setModel(provider, id);
        return true;
      },
      async close() {
        host.emit({ event: "session_end" });
        await host.stop();
        await session?.close();
      },
    };
  } catch (error) {
    await opened?.close();
    throw error;
  }
}

function goOnFrom(session: Session) {
  const { messages, usage, lastUsage } = session;
  return { journal: session, messages, usage, ...(lastUsage ? { lastUsage } : {}) };
}

function findCwd(options: Options): string {
  const cwd = resolve(options.cwd ?? ".");
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) return cwd;
  throw new UsageError(`--cwd: there is no folder ${cwd}`);
}

function readMaxSteps(options: Options): number | undefined {
  const text = options["max-steps"];
  if (text === undefined) return undefined;
  const steps = Number(text);
  if (Number.isInteger(steps) && steps > 0) return steps;
  throw new UsageError(`--max-steps takes a whole number above 0, not "${text}"`);
}

function logLevel(options: Options) {
  const asked = process.env.ZOT_LOG;
  if (asked === "debug" || asked === "info" || asked === "warn" || asked === "error") return asked;
  return options.verbose ? "debug" : "warn";
}

/** Skills are offered where a person talks to the model; a script asks for them. */
async function findSkills(options: Options, cwd: string, home: string) {
  if (options["no-skill"] || !options["with-skills"]) return [];
  const { discoverSkills } = await import("@zot/core");
  const { skills } = await discoverSkills({ cwd, home });
  return skills;
}
