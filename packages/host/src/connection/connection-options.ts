import type { FromExtension, FromHost, Hello, HelloAck } from "@zot/protocol";
import type { FaultCode } from "../context/host-events.js";
import type { Limits } from "../context/limits.js";
import type { Ended } from "./child-link.js";
import type { Spawned } from "../lifecycle/process/spawn.js";
import type { StderrLog } from "./stderr-log.js";
import type { TurnTaker } from "./turn-taker.js";
import type { Timing } from "../context/timing.js";

/** Frames that are neither part of the handshake, nor registrations, nor replies. */
export type OtherFrame = Exclude<
  FromExtension,
  {
    type:
      | "hello"
      | "ready"
      | "register_tool"
      | "register_command"
      | "subscribe"
      | "command_response"
      | "tool_result"
      | "event_intercept_response";
  }
>;

interface ConnectionEvents {
  onHello: (hello: Hello) => void;
  onReady: () => void;
  /** Something was registered after `ready`. */
  onLateRegistration: () => void;
  onFrame: (frame: OtherFrame) => void;
  onFault: (code: FaultCode, message: string) => void;
  onEnded: (ended: Ended & { verdict: Verdict | undefined }) => void;
  onTraffic: ((direction: "in" | "out", frame: FromExtension | FromHost) => void) | undefined;
}

/** Why the host itself ended it. */
export interface Verdict {
  code: FaultCode;
  reason: string;
}

export interface ConnectionOptions {
  name: string;
  spawned: Spawned;
  log: StderrLog;
  turns: TurnTaker;
  timing: Timing;
  limits: Limits;
  resultsDir: string;
  /** How long its start may take from here, and how long in all. */
  start: () => { leftMs: number; limitMs: number };
  /** What its manifest says that it will intercept. */
  declared: ReadonlySet<string>;
  secrets: () => readonly string[];
  ack: () => HelloAck;
  events: ConnectionEvents;
}
