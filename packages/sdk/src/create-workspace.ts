import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { SessionStore, type Session } from "@zot/core";
import type { ExtensionHost } from "@zot/host";
import { loadCatalog, ProviderError, zotHome, type Model } from "@zot/providers";
import { WorkspaceError } from "./errors.js";
import type { HostSetup } from "./extensions/create-host.js";
import { hostToolCalls } from "./extensions/host-tool-calls.js";
import { chooseModel } from "./models/choose-model.js";
import { Models } from "./models/models.js";
import type { WorkspaceOptions } from "./options.js";
import { describeDamage, planSession } from "./sessions.js";
import { readConfig, type Config } from "./settings/config.js";
import { readFailurePolicies } from "./settings/failure-policies.js";
import { BuiltinTools } from "./skills/builtin-tools.js";
import { Workspace } from "./workspace.js";

/** What is found before anything is chosen. */
interface Place {
  cwd: string;
  home: string;
  config: Config;
  note: (message: string, cause?: unknown) => void;
}

/**
 * Opens a workspace: an agent with its models, tools, extensions, sessions and permissions. It takes prompts at once;
 * what they need is waited for. Rejects with an error that says what to do.
 *
 * @example
 * await using workspace = await createWorkspace({ extensions: ["./weather"] });
 * workspace.subscribe((event) => {
 *   if (event.type === "text_delta") process.stdout.write(event.delta);
 * });
 * await workspace.prompt("What's the weather in Berlin?");
 */
export async function createWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const home = options.home ?? zotHome();
  const cwd = resolve(options.cwd ?? ".");
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new WorkspaceError("bad-option", `there is no folder ${cwd}`);
  }
  const config = options.config ?? readConfig(home);
  // A wrong setting is told at once, not when the first extension comes.
  readFailurePolicies(config);
  const catalog = options.catalog ?? (await loadCatalog({ home }));
  const listeners = new Set(options.onEvent ? [options.onEvent] : []);
  const note = (message: string, cause?: unknown) => {
    const event = { type: "notice" as const, message, ...(cause === undefined ? {} : { cause }) };
    for (const listener of listeners) listener(event);
  };
  const place: Place = { cwd, home, config, note };
  for (const warning of catalog.warnings) note(warning);

  const version = options.version ?? (await readVersion());
  const store = options.store ?? new SessionStore({ home, cwd, version });
  const plan = await planSession(options.session ?? "new", store, note);
  const opened = plan.kind === "open" ? plan.session : undefined;
  let host: ExtensionHost | undefined;
  try {
    const models = new Models(options, { home, catalog });
    const reached = await reachModel(options, place, models, opened);
    const { model } = reached;
    for (const line of opened ? describeDamage(opened) : []) note(line);
    const { provider } = model;
    options.logger?.info({ version, provider, model: model.id, cwd }, "run begins");
    if (opened && (opened.meta.provider !== provider || opened.meta.model !== model.id)) {
      await opened.append({ type: "model", provider, model: model.id });
    }
    const session =
      opened ??
      (plan.kind === "new" ? store.create({ provider, model: model.id, ...plan }) : undefined);

    const current: { workspace?: Workspace } = {};
    let announce!: (workspace: Workspace) => void;
    const made = new Promise<Workspace>((resolve) => {
      announce = resolve;
    });
    const sessionId = () => (current.workspace?.session ?? session)?.id;
    if (options.interactive === true || mayHaveExtensions(options, place)) {
      host = await openHost(options, {
        ...{ cwd, config, sessionId, provider, model: model.id, zotHome: home },
        zotVersion: version,
        runTool: hostToolCalls(made),
      });
      host.subscribe((event) => {
        for (const listener of listeners) listener(event);
      });
    }
    // Extensions take longest to start: what else has to be loaded is loaded meanwhile.
    const starting = host?.start();
    const client = reached.client ?? (await models.connect(provider));
    const builtins = await BuiltinTools.open({
      ...{ cwd, home, sessionId, decideSkills: options.decideSkills, system: options.system },
      skills: options.skills !== false,
      jailed: config.jail_by_default === true,
      append: options.appendSystem ?? [],
      trust: options.trust === true,
    });
    const workspace = new Workspace(options, {
      ...{ cwd, home, config, store, models, host, starting, builtins, session, client, model },
      listeners,
    });
    current.workspace = workspace;
    announce(workspace);
    return workspace;
  } catch (error) {
    await host?.stop();
    await opened?.close();
    throw error;
  }
}

/** What it needs is loaded only now: most runs have no extensions. */
async function openHost(options: WorkspaceOptions, setup: HostSetup): Promise<ExtensionHost> {
  const { createHost } = await import("./extensions/create-host.js");
  const { discoverExtensions: found = true, decideTrust, trust, logger } = options;
  return createHost({
    ...setup,
    paths: (options.extensions ?? []).map((path) => resolve(path)),
    discover: { project: found, global: found },
    builtinTools: (options.tools ?? []).map(({ name }) => name),
    builtinCommands: (await options.reservedCommands?.()) ?? [],
    interactive: options.interactive === true,
    ...(logger && { logger }),
    ...(trust === true ? { decideTrust: () => "once" } : decideTrust && { decideTrust }),
  });
}

/** The model to talk to. Where a login fails and that is wanted, the offline model is there instead. */
async function reachModel(
  options: WorkspaceOptions,
  { home, config, note }: Place,
  models: Models,
  session: Session | undefined,
) {
  const { catalog } = models;
  const { offline = "asked" } = options;
  const explain = offline === "asked" ? note : undefined;
  const query = { catalog, config, session: session?.meta, home, explain };
  const { model, provider, notes } = await chooseModel(options, query);
  const isStandIn = offline === "unreachable" && provider === "offline" && !options.provider;
  if (!isStandIn) for (const line of notes) note(line);
  if (offline !== "unreachable") {
    // A key that a program prints becomes known here, before anything that it must be kept from starts.
    await models.check(provider);
    return { model };
  }
  const standIn: Model | undefined = catalog.defaultModel("offline");
  try {
    return { model, client: await models.connect(provider) };
  } catch (error) {
    if (!isAboutLogin(error) || standIn === undefined) throw error;
    note(`${error.message}. Until then this is the offline model.`, error);
    return { model: standIn, client: await models.connect("offline") };
  }
}

/** There is none, it has run out, or its server can't be asked for a new one. */
const ABOUT_LOGIN: readonly unknown[] = ["no_credential", "auth", "connection", "timeout"];

function isAboutLogin(error: unknown): error is Error {
  return error instanceof ProviderError && ABOUT_LOGIN.includes(error.code);
}

/** Whether there can be any: where there is no folder for them, the host need not be loaded to look into it. */
function mayHaveExtensions(options: WorkspaceOptions, { cwd, home }: Place): boolean {
  if ((options.extensions ?? []).length > 0) return true;
  const folders = [join(cwd, ".zot", "extensions"), join(home, "extensions")];
  return options.discoverExtensions !== false && folders.some((folder) => existsSync(folder));
}

/** Of this package; only read where the program names none of its own. */
async function readVersion(): Promise<string> {
  const { default: manifest } = await import("../package.json", { with: { type: "json" } });
  return manifest.version;
}
