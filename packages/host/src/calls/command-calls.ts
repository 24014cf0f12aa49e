import type { CommandAction, Panel } from "@zot/protocol";
import type { Extension } from "../lifecycle/extension.js";
import type { RegisteredCommand } from "../connection/registrations.js";

/** What a command asks for. A non-empty `error` is shown, whatever the action. */
export interface CommandOutcome {
  extension: string;
  command: string;
  action: CommandAction;
  prompt?: string;
  insert?: string;
  display?: string;
  /** The host has opened it already. */
  open_panel?: Panel;
  error?: string;
}

interface CommandRequest {
  id: string;
  extension: Extension;
  command: RegisteredCommand;
  args: string;
  signal: AbortSignal | undefined;
  timeoutMs: number;
}

/** Runs a command of an extension. Never throws. */
export async function invokeCommand(request: CommandRequest): Promise<CommandOutcome> {
  const { id, extension, command, args, signal, timeoutMs } = request;
  const about = { extension: extension.name, command: command.name };
  const fail = (error: string): CommandOutcome => ({ ...about, action: "noop", error });
  const connection = extension.ready;
  if (!connection) return fail(`/${command.name}: ${extension.unavailableMessage}`);
  const frame = { type: "command_invoked", id, name: command.name, args: args.trim() } as const;
  const reply = await connection.requests.invokeCommand(frame, { timeoutMs, signal });
  if (!reply.ok) {
    const subject = `extension ${extension.name}`;
    const reasons = {
      timeout: `${subject} did not answer within ${timeoutMs / 1000} s`,
      aborted: "context canceled",
      unreadable: `${subject} answered with a frame that could not be read`,
      disconnected: `${subject} disconnected`,
    };
    // An error is shown whatever the action, and so also with one that version 1 does not have.
    return fail(reply.detail ?? `/${command.name}: ${reasons[reply.why]}`);
  }
  const { action, prompt, insert, display, open_panel, error } = reply.frame;
  return {
    ...about,
    action,
    ...(prompt === undefined ? {} : { prompt }),
    ...(insert === undefined ? {} : { insert }),
    ...(display === undefined ? {} : { display }),
    ...(open_panel === undefined ? {} : { open_panel }),
    ...(error === undefined || error === "" ? {} : { error }),
  };
}
