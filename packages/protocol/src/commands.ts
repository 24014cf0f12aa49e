import * as z from "zod";
import { frame, id } from "./frame.js";
import { panel } from "./panels.js";

/**
 * What the host does with an answered command.
 *
 * @example
 * COMMAND_ACTIONS.includes("insert"); // true
 */
export const COMMAND_ACTIONS = ["prompt", "insert", "display", "open_panel", "noop"] as const;

/**
 * @example
 * const action: CommandAction = "display";
 */
export type CommandAction = (typeof COMMAND_ACTIONS)[number];

/**
 * Extension → host. Names match case-insensitively and are invoked in the spelling registered.
 *
 * @example
 * registerCommand.parse({ type: "register_command", name: "weather" });
 */
export const registerCommand = frame("register_command", {
  name: z
    .string()
    .min(1)
    .describe(
      "without the slash; matched case-insensitively, invoked under the spelling registered",
    ),
  description: z.string().optional().describe("shown in the list of commands"),
}).describe("Adds a slash command.");

/**
 * Host → extension: the user ran a command.
 *
 * @example
 * commandInvoked.parse({ type: "command_invoked", id: "1", name: "weather", args: "Berlin" });
 */
export const commandInvoked = frame("command_invoked", {
  id: id.describe("echo it in `command_response`"),
  name: z.string().describe("as registered"),
  args: z
    .string()
    .optional()
    .describe(
      "all that was typed after the name, trimmed; older hosts leave it out when it is empty",
    ),
}).describe("The user ran one of the extension's commands.");

/**
 * Host → extension, only to those that declared `command_cancel`: nobody waits for this command any more.
 *
 * @example
 * commandCancel.parse({ type: "command_cancel", id: "1" });
 */
export const commandCancel = frame("command_cancel", {
  id: id.describe("that of `command_invoked`"),
}).describe(
  "A command was aborted or timed out. Sent only to those that declared the capability `command_cancel`.",
);

/**
 * Extension → host. A non-empty `error` shows as a red status line, whatever the action.
 *
 * @example
 * commandResponse.parse({ type: "command_response", id: "1", action: "display", display: "fog" });
 */
export const commandResponse = frame("command_response", {
  id: id.describe("that of `command_invoked`"),
  action: z.enum(COMMAND_ACTIONS).default("noop").describe("what the host shall do"),
  prompt: z.string().optional().describe("for `prompt`: submitted as a user message"),
  insert: z.string().optional().describe("for `insert`: put into the editor at the cursor"),
  display: z
    .string()
    .optional()
    .describe("for `display`: a one-shot styled note; no model call, not in the transcript"),
  open_panel: panel.optional().describe("for `open_panel`: the panel to open"),
  error: z.string().optional().describe("when not empty, a red status line, whatever the action"),
}).describe("The answer to `command_invoked`.");

/**
 * @example
 * const frame: RegisterCommand = { type: "register_command", name: "weather" };
 */
export type RegisterCommand = z.infer<typeof registerCommand>;

/**
 * @example
 * const city = (invoked: CommandInvoked) => invoked.args || "Berlin";
 */
export type CommandInvoked = z.infer<typeof commandInvoked>;

/**
 * @example
 * const stop = (cancel: CommandCancel) => running.get(cancel.id)?.abort();
 */
export type CommandCancel = z.infer<typeof commandCancel>;

/**
 * @example
 * const frame: CommandResponse = { type: "command_response", id: "1", action: "noop" };
 */
export type CommandResponse = z.infer<typeof commandResponse>;
