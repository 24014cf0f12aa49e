import * as z from "zod";
import { frame, id } from "./frame.js";
import { panel } from "./panels.js";

/** What the host does with an answered command. */
export const COMMAND_ACTIONS = ["prompt", "insert", "display", "open_panel", "noop"] as const;
export type CommandAction = (typeof COMMAND_ACTIONS)[number];

/** Extension → host. Names match case-insensitively and are invoked in the spelling registered. */
export const registerCommand = frame("register_command", {
  name: z.string().min(1),
  description: z.string().optional(),
});

/** Host → extension. */
export const commandInvoked = frame("command_invoked", {
  id,
  name: z.string(),
  args: z.string().optional().describe("all after the name, trimmed"),
});

/** Extension → host. A non-empty `error` shows as a red status line, whatever the action. */
export const commandResponse = frame("command_response", {
  id,
  action: z.enum(COMMAND_ACTIONS),
  prompt: z.string().optional().describe("`prompt`: submitted as a user message"),
  insert: z.string().optional().describe("`insert`: put into the editor at the cursor"),
  display: z.string().optional().describe("`display`: a one-shot note, not in the transcript"),
  open_panel: panel.optional().describe("`open_panel`: the panel to open"),
  error: z.string().optional(),
});

export type RegisterCommand = z.infer<typeof registerCommand>;
export type CommandInvoked = z.infer<typeof commandInvoked>;
export type CommandResponse = z.infer<typeof commandResponse>;
