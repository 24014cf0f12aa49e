import type { Outcome, Workspace, WorkspaceEvent } from "@zot/sdk";
import type { Options } from "../args/flags.js";
import { EXIT, UsageError } from "../errors.js";
import { joinPipedInput } from "./piped-input.js";
import { tellTrouble } from "./progress.js";
import { onSignals } from "./signals.js";

export interface OnceMode {
  /** What the command line says for it. */
  flag: string;
  /** Holds the model back while the reader is behind. */
  pace?: () => Promise<void> | undefined;
  /** Ends the run early. */
  ended?: AbortController;
  follow: (event: WorkspaceEvent) => void;
  finish?: (outcome: Outcome) => void;
}

/** One prompt, from the command line or a pipe; returns the exit code. */
export async function runOnce(options: Options, words: string, mode: OnceMode): Promise<number> {
  const { flag, pace, ended = new AbortController(), follow, finish } = mode;
  const prompt = await joinPipedInput(words);
  if (prompt.text.trim() === "") {
    throw new UsageError(`there is no prompt: zot ${flag} "prompt", or pipe one in`);
  }
  const { openHeadless } = await import("../open-workspace.js");
  const workspace: Workspace = await openHeadless(options, {
    keepsSession: true,
    ...(pace && { pace }),
  });
  const stop = () => {
    workspace.agent.abort({ queue: true });
  };
  ended.signal.addEventListener("abort", stop);
  const signals = onSignals(() => {
    ended.abort();
  });
  try {
    workspace.subscribe((event) => {
      tellTrouble(event);
      follow(event);
    });
    await workspace.ready(ended.signal);
    const running = workspace.prompt(prompt.text, prompt);
    if (ended.signal.aborted) stop();
    const outcome = await running;
    if (signals.exitCode !== undefined) return signals.exitCode;
    finish?.(outcome);
    return outcome.stop === "end" ? EXIT.ok : EXIT.failed;
  } finally {
    await workspace.close();
    signals.dispose();
  }
}
