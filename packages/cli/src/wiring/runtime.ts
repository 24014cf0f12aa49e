import { resolve } from "node:path";
import { Agent } from "@zot/core";
import { ExtensionHost, type HostEvent } from "@zot/host";
import type { RpcEvent } from "@zot/protocol/rpc";
import { findModel, listModels, openClient, zotHome, type Model } from "@zot/providers";
import type { Options } from "../args/flags.js";
import { readConfig } from "../config.js";
import { VERSION } from "../version.js";
import { chooseModel } from "./choose-model.js";
import { extensionHooks } from "./extension-hooks.js";
import { extensionTools } from "./extension-tools.js";

/** An agent with its extensions, ready for a prompt. */
export interface Runtime {
  agent: Agent;
  host: ExtensionHost;
  cwd: string;
  /** The models of this run's provider. */
  listModels(): Promise<Model[]>;
  /** Goes on with another model of the same provider; false if there is none of that name. */
  switchModel(id: string): Promise<boolean>;
  /** Ends the extensions. */
  close(): Promise<void>;
}

export interface RuntimeOptions {
  /** Something that the user should know; one line. */
  note: (line: string) => void;
  /** Gets what extensions say to the user; `note` gets it as words where this is not given. */
  onExtensionNote?: (event: ExtensionNote) => void;
  /** Holds the model back while the reader is behind. */
  pace?: () => Promise<void> | undefined;
}

export type ExtensionNote = Extract<RpcEvent, { type: "ext_notify" | "ext_clear_notes" }>;

export async function openRuntime(
  options: Options,
  { note, onExtensionNote, pace }: RuntimeOptions,
): Promise<Runtime> {
  const home = zotHome();
  const cwd = resolve(options.cwd ?? ".");
  const choice = await chooseModel(options, readConfig(home), home);
  const model = typeof choice.model === "string" ? choice.model : choice.model.id;
  const client = await openClient({
    provider: choice.provider,
    apiKey: options["api-key"],
    baseUrl: options["base-url"],
    home,
  });
  if (choice.note !== undefined) note(`zot: ${choice.note}`);

  const host = new ExtensionHost({
    cwd,
    zotHome: home,
    zotVersion: VERSION,
    provider: choice.provider,
    model,
    paths: options.ext,
    discover: { project: !options["no-ext"], global: !options["no-ext"] },
  });
  host.subscribe((event) => {
    if (event.type === "fault") note(event.message);
    const told = toExtensionNote(event);
    if (told === undefined) return;
    if (onExtensionNote) onExtensionNote(told);
    else if (told.type === "ext_notify") note(`[ext] ${told.level}: ${told.message}`);
  });
  await host.start();

  const agent = new Agent({
    client,
    model: choice.model,
    tools: extensionTools(host),
    hooks: [extensionHooks(host)],
    cwd,
    ...(pace === undefined ? {} : { pace }),
  });
  host.emit({ event: "session_start" });
  return {
    agent,
    host,
    cwd,
    listModels: () => Promise.resolve(listModels(choice.provider)),
    async switchModel(id) {
      const found = findModel(choice.provider, id);
      if (found === undefined) return false;
      await agent.setModel(found);
      host.setModel(choice.provider, id);
      return true;
    },
    async close() {
      host.emit({ event: "session_end" });
      await host.stop();
    },
  };
}

function toExtensionNote(event: HostEvent): ExtensionNote | undefined {
  if (event.type === "note") {
    const { extension, level, message } = event;
    return { type: "ext_notify", extension, level, message };
  }
  if (event.type !== "notes-clear") return undefined;
  return { type: "ext_clear_notes", extension: event.extension };
}
