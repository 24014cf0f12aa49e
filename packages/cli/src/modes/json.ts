import type { Options } from "../args/flags.js";
import { LineOutput } from "./line-output.js";
import { toWireEvent } from "./rpc/to-wire.js";
import { runOnce } from "./run-once.js";

/** `zot --json`: the events of one prompt as lines on stdout. */
export function runJson(options: Options, words: string): Promise<number> {
  const ended = new AbortController();
  const output = new LineOutput(process.stdout, () => {
    ended.abort();
  });
  return runOnce(options, words, {
    flag: "--json",
    ended,
    pace: () => output.pace(),
    follow: (event) => {
      const frame = toWireEvent(event);
      if (frame !== undefined) output.write(frame);
    },
  });
}
