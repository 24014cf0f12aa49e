import * as z from "zod";
import { commandCancel, commandInvoked } from "./commands.js";
import { event } from "./events.js";
import { helloAck } from "./handshake.js";
import { eventIntercept, eventInterceptCancel } from "./intercepts.js";
import { panelClose, panelKey, panelResize } from "./panels.js";
import { shutdown } from "./shutdown.js";
import { toolCall, toolCancel, toolResultFromHost } from "./tools.js";

/**
 * Every frame that the host may send.
 *
 * @example
 * fromHost.safeParse({ type: "shutdown" }).success; // true
 */
export const fromHost = z.discriminatedUnion("type", [
  helloAck,
  commandInvoked,
  commandCancel,
  toolCall,
  toolCancel,
  toolResultFromHost,
  event,
  eventIntercept,
  eventInterceptCancel,
  panelKey,
  panelResize,
  panelClose,
  shutdown,
]);

/**
 * @example
 * const send = (frame: FromHost) => child.stdin.write(encodeFrame(frame));
 */
export type FromHost = z.infer<typeof fromHost>;
