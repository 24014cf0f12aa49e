import { join } from "node:path";
import type { Manifest } from "@zot/protocol";
import { Connection } from "../connection/connection.js";
import type { ConnectionOptions, Verdict } from "../connection/connection-options.js";
import { describeEnd } from "./describe-end.js";
import type { Extension } from "./extension.js";
import type { Ended } from "../connection/child-link.js";
import { spawnProgram, type Program } from "./process/spawn.js";
import type { Surroundings } from "../context/host-context.js";

/** How a start went. */
type Outcome = { ready: true } | { ready: false; reason: string };

export interface Launched {
  connection: Connection;
  outcome: Promise<Outcome>;
}

/** How a process of an extension ended, with the reason in words. */
export type End = Ended & { verdict: Verdict | undefined; reason: string };

interface LaunchEvents {
  onHello: (connection: Connection) => void;
  onEnded: (connection: Connection, end: End) => void;
}

/** Starts a process of an extension, when it is its turn; nothing if it is stopped, or not what was trusted, by then. */
export async function launch(
  extension: Extension,
  program: Program,
  manifest: Manifest | undefined,
  around: Surroundings,
  start: ConnectionOptions["start"],
  events: LaunchEvents,
): Promise<Launched | undefined> {
  const { slots, onTraffic } = around;
  const release = await slots.acquire();
  // The last look before it runs: it may have waited long for its turn.
  const isStill = program.isStill === undefined || (await program.isStill());
  if (extension.isStopped || !isStill) {
    release();
    return undefined;
  }
  // What listens to the program is made while it boots; nothing that it writes can be read before.
  const spawned = spawnProgram(program);
  const { name } = extension;
  const log = extension.openLog();
  let settle: (outcome: Outcome) => void = () => undefined;
  const outcome = new Promise<Outcome>((resolve) => {
    settle = resolve;
  });
  const connection: Connection = new Connection({
    ...around,
    name,
    spawned,
    log,
    resultsDir: join(around.zotHome, "results"),
    start,
    declared: new Set(manifest?.intercepts),
    ack: () => around.ack(extension.dir),
    events: {
      onHello: () => {
        release();
        events.onHello(connection);
      },
      onReady: () => {
        settle({ ready: true });
      },
      onLateRegistration: () => {
        if (extension.connection === connection) around.onRegistrations(extension);
      },
      onFrame: (frame) => {
        around.onFrame(extension, connection, frame);
      },
      onFault: (code, message) => {
        extension.report(code, message);
      },
      onEnded: (ended) => {
        release();
        const reason = describeEnd(ended, log.lastWords());
        log.close();
        settle({ ready: false, reason });
        events.onEnded(connection, { ...ended, reason });
      },
      onTraffic:
        onTraffic &&
        ((direction, frame) => {
          onTraffic(name, direction, frame);
        }),
    },
  });
  connection.open();
  log.blankLine();
  log.note(`starting ${name}/${manifest?.version ?? ""} at ${new Date().toISOString()}`);
  return { connection, outcome };
}
