import type { Options } from "../args/flags.js";
import { EXIT, UsageError } from "../errors.js";
import { say } from "../output.js";
import { LineOutput } from "./line-output.js";
import { joinPipedInput } from "./piped-input.js";
import { tellTrouble } from "./progress.js";
import { toWireEvent } from "./rpc/to-wire.js";
import { submitPrompt } from "./submit-prompt.js";
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
  const { openRuntime } = await import("../wiring/runtime.js");
  const runtime = await openRuntime(options, {
    pace: () => output.pace(),
    note: say,
    keepsSession: true,
  });
  ended.signal.addEventListener("abort", () => {
    runtime.agent.abort({ queue: true });
  });
  const signals = onSignals(end);
  try {
    runtime.agent.subscribe((event) => {
      tellTrouble(event);
      const frame = toWireEvent(event);
      if (frame !== undefined) output.write(frame);
    });
    await runtime.ready(ended.signal);
    const { stop } = await submitPrompt(runtime, prompt, {
      signal: ended.signal,
      emit: (event) => {
        output.write(event);
      },
    });
    return signals.exitCode ?? (stop === "end" ? EXIT.ok : EXIT.failed);
  } finally {
    await runtime.close();
    signals.dispose();
  }
}
