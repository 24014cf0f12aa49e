import type { Options } from "../args/flags.js";
import { EXIT, UsageError } from "../errors.js";
import { LineOutput } from "./line-output.js";
import { joinPipedInput } from "./piped-input.js";
import { tellTrouble } from "./progress.js";
import { toWireEvent } from "./rpc/to-wire.js";
import { onSignals } from "./signals.js";

/** `zot --json`: the events of one prompt as lines on stdout. */
export async function runJson(options: Options, words: string): Promise<number> {
  const prompt = await joinPipedInput(words);
  if (prompt.text.trim() === "") {
    throw new UsageError('there is no prompt: zot --json "prompt", or pipe one in');
  }
  const ended = new AbortController();
  const end = () => {
    ended.abort();
  };
  const output = new LineOutput(process.stdout, end);
  const { openHeadless } = await import("../open-workspace.js");
  const workspace = await openHeadless(options, {
    pace: () => output.pace(),
    keepsSession: true,
  });
  const { agent } = workspace;
  ended.signal.addEventListener("abort", () => {
    agent.abort({ queue: true });
  });
  const signals = onSignals(end);
  try {
    workspace.subscribe((event) => {
      tellTrouble(event);
      const frame = toWireEvent(event);
      if (frame !== undefined) output.write(frame);
    });
    await workspace.ready(ended.signal);
    const outcome = workspace.prompt(prompt.text, prompt);
    if (ended.signal.aborted) agent.abort({ queue: true });
    const { stop } = await outcome;
    return signals.exitCode ?? (stop === "end" ? EXIT.ok : EXIT.failed);
  } finally {
    await workspace.close();
    signals.dispose();
  }
}
