import { createInterface } from "node:readline";
import type { Options } from "../../args/flags.js";
import { EXIT } from "../../errors.js";
import { print, say } from "../../output.js";
import { onSignals } from "../signals.js";
import { submitPrompt } from "../submit-prompt.js";

const HELP =
  "Type a prompt and press enter. /help shows this, /exit or ctrl+d leaves, ctrl+c stops a turn.";

/** Where no screen can be drawn: a line in, the answer out. Extensions run as in other modes without one. */
export async function runPlainLoop(options: Options, prompt: string): Promise<number> {
  const { openRuntime } = await import("../../wiring/runtime.js");
  const runtime = await openRuntime(options, { note: say, keepsSession: true });
  const { agent } = runtime;
  const lines = createInterface({ input: process.stdin, terminal: false });
  const signals = onSignals(() => {
    agent.abort({ queue: true });
    lines.close();
  });
  agent.subscribe((event) => {
    if (event.type === "text_delta") print(event.delta);
    if (event.type === "tool_call") say(`[${event.name}] ${JSON.stringify(event.args)}`);
    if (event.type === "error") say(`zot: ${event.message}`);
  });
  const send = async (text: string) => {
    if (text === "/help") say(HELP);
    else if (text !== "") {
      await submitPrompt(runtime, text, {
        emit: (event) => {
          if (event.type === "ext_display") print(event.text);
          if (event.type === "error") say(`zot: ${event.message}`);
        },
      });
      print("\n");
    }
  };
  try {
    say(`zot: plain mode. ${HELP}`);
    if (prompt !== "") await send(prompt);
    print("> ");
    for await (const line of lines) {
      if (line.trim() === "/exit") break;
      await send(line.trim());
      if (signals.exitCode !== undefined) break;
      print("> ");
    }
    return signals.exitCode ?? EXIT.ok;
  } finally {
    lines.close();
    await runtime.close();
    signals.dispose();
  }
}
