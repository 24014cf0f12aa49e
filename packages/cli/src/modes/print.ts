import type { Options } from "../args/flags.js";
import { EXIT, UsageError } from "../errors.js";
import { explainFailure } from "../explain-failure.js";
import { print, say } from "../output.js";
import { tellProgress, tellTrouble } from "./progress.js";
import { onSignals } from "./signals.js";
import { joinPipedInput } from "./piped-input.js";

/** `zot -p`: the final text on stdout, everything else on stderr. */
export async function runPrint(options: Options, words: string): Promise<number> {
  const prompt = await joinPipedInput(words);
  if (prompt.text.trim() === "") {
    throw new UsageError('there is no prompt: zot -p "prompt", or pipe one in');
  }
  const { openHeadless } = await import("../open-workspace.js");
  const workspace = await openHeadless(options, { keepsSession: true });
  const { agent } = workspace;
  const ended = new AbortController();
  const signals = onSignals(() => {
    ended.abort();
    agent.abort({ queue: true });
  });
  try {
    let text = "";
    workspace.subscribe((event) => {
      tellTrouble(event);
      tellProgress(event);
      if (event.type === "display") text = event.text;
      if (event.type !== "assistant_message") return;
      text = event.content.map((block) => (block.type === "text" ? block.text : "")).join("");
    });
    await workspace.ready(ended.signal);
    const outcome = workspace.prompt(prompt.text, prompt);
    if (ended.signal.aborted) agent.abort({ queue: true });
    const { stop, error, cause } = await outcome;
    if (signals.exitCode !== undefined) return signals.exitCode;
    if (text !== "") print(text.endsWith("\n") ? text : `${text}\n`);
    if (error !== undefined) say(`zot: ${explainFailure(cause ?? error)}`);
    if (stop === "length") say("zot: the answer reached the output limit: it is not whole");
    return stop === "end" ? EXIT.ok : EXIT.failed;
  } finally {
    await workspace.close();
    signals.dispose();
  }
}
