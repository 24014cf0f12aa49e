import * as z from "zod";
import { commandResponse, registerCommand } from "./commands.js";
import { subscribe } from "./events.js";
import { hello, ready } from "./handshake.js";
import { eventInterceptResponse } from "./intercepts.js";
import { clearNotes, notify, submit, submitSlash } from "./notes.js";
import { openPanel, panelClose, panelRender } from "./panels.js";
import { shutdownAck } from "./shutdown.js";
import { callTool, callToolCancel, registerTool, toolResultFromExtension } from "./tools.js";

/**
 * Every frame that an extension may send.
 *
 * @example
 * fromExtension.safeParse({ type: "ready" }).success; // true
 */
export const fromExtension = z.discriminatedUnion("type", [
  hello,
  registerCommand,
  registerTool,
  subscribe,
  ready,
  commandResponse,
  toolResultFromExtension,
  eventInterceptResponse,
  openPanel,
  panelRender,
  panelClose,
  notify,
  clearNotes,
  submit,
  submitSlash,
  callTool,
  callToolCancel,
  shutdownAck,
]);

export type FromExtension = z.infer<typeof fromExtension>;
