import type { FromExtension } from "@zot/protocol";
import { encodeFrame } from "@zot/protocol/lines";
import { Connection } from "../connection/connection.js";
import { LineReader } from "../connection/line-reader.js";
import { StderrLog } from "../connection/stderr-log.js";
import { TurnTaker } from "../connection/turn-taker.js";
import type { Surroundings } from "../context/host-context.js";

const NAME = "rehearsal";

const GREETING: FromExtension[] = [
  { type: "hello", name: NAME, version: "", capabilities: [] },
  { type: "register_tool", name: NAME, schema: {} },
  { type: "register_command", name: NAME },
  { type: "subscribe", events: [], intercept: [] },
  { type: "ready" },
];

const ignore = (): undefined => undefined;

/**
 * Reads a greeting that nobody sent. V8 compiles a function when it is first called: for the functions between
 * the first bytes of a child and `ready` that takes a millisecond, which is free while the program boots.
 */
export function rehearse({ timing, limits, ack }: Surroundings): void {
  const turns = new TurnTaker();
  const connection = new Connection({
    name: NAME,
    spawned: new Error(NAME),
    log: new StderrLog({ path: "", maxBytes: 0, secrets: () => [], onUnwritable: ignore }),
    secrets: () => [],
    turns,
    timing,
    limits,
    resultsDir: "",
    start: () => ({ leftMs: 0, limitMs: 0 }),
    declared: new Set(),
    ack: () => ack(""),
    events: {
      onHello: ignore,
      onReady: ignore,
      onLateRegistration: ignore,
      onFrame: ignore,
      onFault: ignore,
      onEnded: ignore,
      onTraffic: undefined,
    },
  });
  // There since the first spawn.
  const { PassThrough } = process.getBuiltinModule("node:stream");
  const stdout = new PassThrough();
  const reader = new LineReader(stdout, {
    turns,
    maxLineBytes: limits.lineBytes,
    onLine: (line) => {
      connection.read(line);
    },
    onBytes: ignore,
    // Whatever the limits make of the greeting, no timer is left.
    onEnd: () => void connection.stop(),
    divert: ignore,
  });
  reader.start();
  stdout.end(GREETING.map((frame) => encodeFrame(frame)).join(""));
}
