import type { AgentEvent, AgentHooks, AgentOptions, Session } from "@zot/core";
import type { DecideTrust } from "@zot/host";
import type { Options } from "../../args/flags.js";
import { explainFailureWithin } from "../../explain-failure.js";
import { VERSION } from "../../version.js";
import { chooseModel } from "../../wiring/choose-model.js";
import { Connector, type Connection } from "../../wiring/connect.js";
import {
  describeDamage,
  openOrFork,
  planSession,
  type SessionPlan,
} from "../../wiring/open-session.js";
import type { DecideSkills } from "../../wiring/project-skills.js";
import { readSurroundings, type Surroundings } from "../../wiring/surroundings.js";
import { Workspace } from "../../wiring/workspace.js";

export interface BootSetup {
  /** Something that the user should know. */
  note: (line: string) => void;
  /** Lets the user choose a session for `--resume`. */
  pickSession: (around: Surroundings) => Promise<string | undefined>;
  decideTrust: DecideTrust;
  decideSkills: DecideSkills;
  hooks: readonly AgentHooks[];
  ask: NonNullable<AgentOptions["ask"]>;
  onEvent: (event: AgentEvent) => void;
  onQueueChange: () => void;
}

/** Puts together what stands behind the screen, after its first frame. */
export async function openWorkspace(options: Options, setup: BootSetup): Promise<Workspace> {
  const around = await readSurroundings(options);
  for (const warning of around.catalog.warnings) setup.note(warning);
  const plan = await plannedSession(options, around, setup);
  const opened = plan.kind === "open" ? plan.session : undefined;
  try {
    const connector = new Connector(options, around);
    const connection = await firstConnection(options, around, connector, opened, setup.note);
    for (const line of opened ? describeDamage(opened) : []) setup.note(line);
    const { provider, model } = connection;
    around.logger.info({ version: VERSION, provider, model: model.id }, "run begins");
    if (opened && (opened.meta.provider !== provider || opened.meta.model !== model.id)) {
      await opened.append({ type: "model", provider, model: model.id });
    }
    const session =
      opened ??
      (plan.kind === "new"
        ? around.store.create({ provider, model: model.id, ...plan })
        : undefined);
    return await Workspace.open(options, around, { ...setup, connection, connector, session });
  } catch (error) {
    await opened?.close();
    throw error;
  }
}

async function plannedSession(
  options: Options,
  around: Surroundings,
  setup: BootSetup,
): Promise<SessionPlan> {
  const { store } = around;
  if (options.resume && !options["no-session"] && options.session === undefined) {
    const path = await setup.pickSession(around);
    if (path === undefined) return { kind: "new" };
    return { kind: "open", session: await openOrFork(store, path, setup.note) };
  }
  if (options.continue && options.session === undefined && store.list().length === 0) {
    setup.note("there is no earlier session of this folder; this is a new one");
    return { kind: "new" };
  }
  return planSession(options, store, { byDefault: true, noteFork: setup.note });
}

/** Where the model that was asked for can't be reached, the offline model is there to talk to. */
async function firstConnection(
  options: Options,
  around: Surroundings,
  connector: Connector,
  session: Session | undefined,
  note: (line: string) => void,
): Promise<Connection> {
  const { catalog, config, home } = around;
  const choice = await chooseModel(options, { catalog, config, session: session?.meta, home });
  const isFallback = choice.provider === "offline" && options.provider === undefined;
  if (!isFallback) for (const line of choice.notes) note(line);
  try {
    return await connector.connect(choice.provider, choice.model);
  } catch (error) {
    const offline = catalog.defaultModel("offline");
    if (!isAboutLogin(error) || offline === undefined) throw error;
    note(`${explainFailureWithin(error)}. Until then this is the offline model.`);
    return connector.connect("offline", offline);
  }
}

/** There is none, it has run out, or its server can't be asked for a new one. */
const ABOUT_LOGIN: readonly unknown[] = ["no_credential", "auth", "connection", "timeout"];

function isAboutLogin(error: unknown): error is Error {
  return error instanceof Error && ABOUT_LOGIN.includes((error as { code?: unknown }).code);
}
