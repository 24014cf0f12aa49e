import type { FromExtension } from "@zot/protocol";
import type { Fault } from "../context/faults.js";

/** What an extension asks for by itself: no part of the handshake, no registration, no reply. */
export type RequestFrame = Exclude<
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

/** All that happens to one process of an extension. */
export type ConnectionEvent =
  /** It waits for `hello_ack`. */
  | { type: "hello" }
  | { type: "ready" }
  /** Something was registered after `ready`. */
  | { type: "registered" }
  | { type: "request"; frame: RequestFrame }
  | { type: "fault"; fault: Fault }
  /** `failure`: why the host itself ended it; not `isSpawned`: its program could not be started at all. */
  | { type: "ended"; reason: string; failure: Fault | undefined; isSpawned: boolean };
