import type { FromExtension } from "@zot/protocol";
import { encodeFrame } from "@zot/protocol/lines";
import { Connection } from "../connection/connection.js";
import { helloAck } from "../connection/handshake.js";
import { LineReader } from "../connection/process/line-reader.js";
import { StderrLog } from "../connection/process/stderr-log.js";
import { TimeSlicer } from "../connection/process/time-slicer.js";
import type { HostContext } from "../context/host-context.js";
import { Publisher } from "../context/publisher.js";

const NAME = "warm-up";

const GREETING: FromExtension[] = [
  { type: "hello", name: NAME, version: "", capabilities: [] },
  { type: "register_tool", name: NAME, schema: {} },
  { type: "register_command", name: NAME },
  { type: "subscribe", events: [], intercept: [] },
  { type: "ready" },
];

const ignore = (): undefined => undefined;

/**
 * Reads a made-up greeting. V8 compiles a function when it is first called: for the functions between
 * the first bytes of a child and `ready` that takes a millisecond, which is free while the program boots.
 */
export function warmUp({ settings, timing, limits }: HostContext): void {
  const secrets = () => [];
  const connection: Connection = new Connection({
    name: NAME,
    spawned: new Error(NAME),
    declared: new Set(),
    start: () => ({ leftMs: 0, limitMs: 0 }),
    log: new StderrLog({ path: "", maxBytes: 0, secrets, onUnwritable: ignore }),
    context: { settings, timing, limits, publisher: new Publisher({ frames: false, secrets }) },
    listener: ({ type }) => {
      if (type === "hello") connection.send(helloAck(settings, ""));
    },
  });
  // Already loaded by the first spawn.
  const { PassThrough } = process.getBuiltinModule("node:stream");
  const stdout = new PassThrough();
  const reader = new LineReader(stdout, {
    slicer: new TimeSlicer(),
    maxLineBytes: limits.lineBytes,
    onLine: (line) => {
      connection.read(line);
    },
    onBytes: ignore,
    // Clears the timers, also where the limits refused the greeting.
    onEnd: () => void connection.stop(),
    divert: ignore,
  });
  reader.start();
  stdout.end(GREETING.map((frame) => encodeFrame(frame)).join(""));
}
