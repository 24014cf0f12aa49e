import type { CommandResponse, RegisterCommand } from "@zot/protocol";
import type { Awaitable } from "./awaitable.js";
import { errorMessage } from "./error-message.js";
import type { Zot } from "./zot.js";

/**
 * What a command may return: a string or `display` is shown to the user as a note, `prompt` is sent to the model as
 * the user's message, `insert` goes into the editor, `error` shows in red. Nothing changes nothing.
 */
export type CommandAnswer =
  | string
  | { display: string }
  | { prompt: string }
  | { insert: string }
  | { error: string }
  | undefined;

/**
 * A slash command.
 *
 * @example
 * const now: CommandOptions = { description: "Tells the time", run: () => new Date().toISOString() };
 * extension({ name: "clock" }).command("now", now).run();
 */
export interface CommandOptions {
  /** Shown beside the command in the list of commands. */
  description?: string;
  /** Gets all that was typed after the name. What it throws shows as a red status line. */
  run: (args: string, zot: Zot) => Awaitable<CommandAnswer, void>;
}

export interface Command {
  name: string;
  describe: () => RegisterCommand;
  invoke: (args: string, zot: Zot) => Promise<Outcome>;
}

type Outcome = Omit<CommandResponse, "type" | "id">;

export function defineCommand(name: string, { description, run }: CommandOptions): Command {
  return {
    name,
    describe: () => ({
      type: "register_command",
      name,
      ...(description === undefined ? {} : { description }),
    }),
    async invoke(args, zot) {
      try {
        return toOutcome((await run(args, zot)) ?? undefined);
      } catch (error) {
        zot.log(error);
        return { action: "noop", error: errorMessage(error) };
      }
    },
  };
}

function toOutcome(answer: CommandAnswer): Outcome {
  if (typeof answer === "string") return { action: "display", display: answer };
  if (answer === undefined) return { action: "noop" };
  if ("display" in answer) return { action: "display", display: answer.display };
  if ("prompt" in answer) return { action: "prompt", prompt: answer.prompt };
  if ("insert" in answer) return { action: "insert", insert: answer.insert };
  return { action: "noop", error: answer.error };
}
