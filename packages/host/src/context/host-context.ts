import type { FromExtension, FromHost, HelloAck } from "@zot/protocol";
import type { Connection } from "../connection/connection.js";
import type { OtherFrame } from "../connection/connection-options.js";
import type { Extension } from "../lifecycle/extension.js";
import type { HostEvent } from "./host-events.js";
import type { Limits } from "./limits.js";
import type { PrepareOptions } from "../lifecycle/prepare.js";
import type { TurnTaker } from "../connection/turn-taker.js";
import type { SpawnSlots } from "../lifecycle/spawn-slots.js";
import type { StartGate } from "../lifecycle/start-gate.js";
import type { Timing } from "./timing.js";

/** What all extensions of one host share. */
export interface Surroundings extends PrepareOptions {
  zotHome: string;
  timing: Timing;
  limits: Limits;
  turns: TurnTaker;
  slots: SpawnSlots;
  gate: StartGate;
  /** The user's choice for interceptors that fail, by extension. */
  onFailure: Readonly<Record<string, "allow" | "deny">>;
  ack: (dir: string) => HelloAck;
  publish: (event: HostEvent) => void;
  onFrame: (extension: Extension, connection: Connection, frame: OtherFrame) => void;
  /** A process is gone: its panels and own calls go too. */
  onGone: (connection: Connection) => void;
  /** It will not run for now; returns those that have its name instead. */
  onRefused: (extension: Extension) => readonly Extension[];
  /** Its registrations are others than before. */
  onRegistrations: (extension: Extension) => void;
  onTraffic:
    | ((extension: string, direction: "in" | "out", frame: FromExtension | FromHost) => void)
    | undefined;
}
