import type { Manifest } from "@zot/protocol";
import { Connection, type ConnectionOptions } from "../connection/connection.js";
import type { HostContext } from "../context/host-context.js";
import type { Extension } from "./extension.js";
import { spawnProgram, type Program } from "../connection/process/spawn.js";
import type { SpawnSlots } from "./spawn-slots.js";

/** How a start went. */
type StartResult = { ready: true } | { ready: false; reason: string };

export interface Launched {
  connection: Connection;
  result: Promise<StartResult>;
}

export interface LaunchOptions {
  program: Program;
  manifest: Manifest | undefined;
  start: ConnectionOptions["start"];
  slots: SpawnSlots;
  context: HostContext;
}

/** Starts a process of an extension when a slot is free; nothing if by then it is stopped, or its content has changed. */
export async function launch(
  extension: Extension,
  { program, manifest, start, slots, context }: LaunchOptions,
): Promise<Launched | undefined> {
  const release = await slots.acquire();
  // Checked again right before the spawn: it may have waited long for a slot.
  const isStill = program.isStill === undefined || (await program.isStill());
  if (extension.isStopped || !isStill) {
    release();
    return undefined;
  }
  // The listeners are made while the program boots; its output is not read before.
  const spawned = spawnProgram(program);
  const { name } = extension;
  const log = extension.openLog();
  let settle: (result: StartResult) => void = () => undefined;
  const result = new Promise<StartResult>((resolve) => {
    settle = resolve;
  });
  const declared = new Set(manifest?.intercepts);
  const connection: Connection = new Connection({
    ...{ name, spawned, declared, start, log, context },
    listener: (event) => {
      if (event.type === "hello" || event.type === "ended") release();
      if (event.type === "ready") settle({ ready: true });
      if (event.type === "ended") settle({ ready: false, reason: event.reason });
      extension.handle(connection, event);
    },
  });
  connection.open();
  log.blankLine();
  log.note(`starting ${name}/${manifest?.version ?? ""} at ${new Date().toISOString()}`);
  return { connection, result };
}
