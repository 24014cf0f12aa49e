import { createInterface } from "node:readline";
import { CliError, EXIT } from "../../errors.js";
import { note } from "./show.js";

export interface Confirmation {
  /** What the user should know first; foreign text is made safe. */
  about: string;
  question: string;
  /** `--yes`: don't ask. */
  yes: boolean;
  /** What was not done, for the message: `not installed`. */
  refusal: string;
}

/** Throws unless there is somebody to ask, or the answer was given on the command line. */
export function requireTerminal({ yes, refusal }: Pick<Confirmation, "yes" | "refusal">): void {
  if (yes || process.stdin.isTTY) return;
  throw new CliError(`${refusal}: there is no terminal to ask on; --yes goes on without asking`);
}

/** Shows and asks; anything but a clear yes is a no, and throws. */
export async function confirm(confirmation: Confirmation): Promise<void> {
  const { about, question, yes, refusal } = confirmation;
  requireTerminal(confirmation);
  note(about);
  if (yes) return;
  const answer = await ask(`${question} [y/N] `);
  if (answer === undefined) throw new CliError(refusal, EXIT.interrupted);
  if (!/^(y|yes)$/i.test(answer.trim())) throw new CliError(refusal);
}

/** Nothing when the user left with ctrl+c or ctrl+d. */
function ask(question: string): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    terminal.on("close", () => {
      resolve(undefined);
    });
    terminal.on("SIGINT", () => {
      process.stderr.write("\n");
      terminal.close();
    });
    terminal.question(question, (answer) => {
      resolve(answer);
      terminal.close();
    });
  });
}
