import type { Options } from "../args/flags.js";
import { explainFailure } from "../explain-failure.js";
import { print, say } from "../output.js";
import { tellProgress } from "./progress.js";
import { runOnce } from "./run-once.js";

/** `zot -p`: the final text on stdout, everything else on stderr. */
export function runPrint(options: Options, words: string): Promise<number> {
  let text = "";
  return runOnce(options, words, {
    flag: "-p",
    follow: (event) => {
      tellProgress(event);
      if (event.type === "display") text = event.text;
      if (event.type !== "assistant_message") return;
      text = event.content.map((block) => (block.type === "text" ? block.text : "")).join("");
    },
    finish: ({ stop, error, cause }) => {
      if (text !== "") print(text.endsWith("\n") ? text : `${text}\n`);
      if (error !== undefined) say(`zot: ${explainFailure(cause ?? error)}`);
      if (stop === "length") say("zot: the answer reached the output limit: it is not whole");
    },
  });
}
