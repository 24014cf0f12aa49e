import type { CommandAction, Panel } from "@zot/protocol";
import type { Extension } from "../lifecycle/extension.js";
import type { RegisteredCommand } from "../connection/registrations.js";

/**
 * What a command asks for. A non-empty `error` is shown, whatever the action.
 *
 * @example
 * const { action, display, error }: CommandOutcome = await host.invokeCommand("todo", "list");
 */
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

/** Has an extension run its command. Never throws. */
export async function invokeCommand(request: CommandRequest): Promise<CommandOutcome> {
  const { id, extension, command, args, signal, timeoutMs } = request;
  const about = { extension: extension.name, command: command.name };
  const fail = (why: string): CommandOutcome => ({
    ...about,
    action: "noop",
    error: `/${command.name}: ${why}`,
  });
  const connection = extension.ready;
  if (!connection) return fail(extension.absence);
  const answer = connection.commands.wait(id, { timeoutMs, signal });
  if (!connection.send({ type: "command_invoked", id, name: command.name, args: args.trim() })) {
    connection.commands.settle(id, { ok: false, why: "disconnected" });
  }
  const reply = await answer;
  if (!reply.ok) {
    const isLate = reply.why === "timeout" || reply.why === "aborted";
    if (isLate && connection.capabilities.has("command_cancel")) {
      connection.send({ type: "command_cancel", id });
    }
    const failure = fail(describe(reply.why, extension.name, timeoutMs));
    // An error is shown whatever the action, and so also with one that version 1 does not have.
    return reply.detail === undefined ? failure : { ...failure, error: reply.detail };
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

function describe(why: string, extension: string, timeoutMs: number): string {
  switch (why) {
    case "timeout":
      return `extension ${extension} did not answer within ${timeoutMs / 1000} s`;
    case "aborted":
      return "context canceled";
    case "garbage":
      return `extension ${extension} answered with a frame that could not be read`;
    default:
      return `extension ${extension} disconnected`;
  }
}
