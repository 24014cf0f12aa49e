import { createInterface } from "node:readline";
import type { Ask, Question, Workspace } from "@zot/sdk";
import type { Options } from "../args/flags.js";
import { findNearest } from "../args/nearest.js";
import { EXIT } from "../errors.js";
import { explainFailure } from "../explain-failure.js";
import { print, say } from "../output.js";
import { findSlashCommand } from "./interactive/slash/table.js";
import { visible, visibleLine } from "@zot/tui/sanitize";
import { onSignals } from "./signals.js";
import { callParts, describeAsker, describeRewrite } from "./interactive/transcript/call-parts.js";

const HELP =
  "Type a prompt and press enter. /help shows this, /exit or ctrl+d leaves, ctrl+c stops a turn.";

/** Where no screen can be drawn: a line in, the answer out. Extensions run as in other modes without one. */
export async function runPlainLoop(options: Options, prompt: string): Promise<number> {
  const { openHeadless } = await import("../open-workspace.js");
  const lines = createInterface({ input: process.stdin, terminal: false });
  const reader = lines[Symbol.asyncIterator]();
  const readLine = async () => {
    const next = await reader.next();
    return next.done === true ? undefined : next.value.trim();
  };
  const ask: Ask = async (question) => {
    print(`${describeQuestion(question)}\n${visibleLine(question.question)} [y/N] `);
    const allowed = /^y(?:es)?$/i.test((await readLine()) ?? "");
    return allowed ? { allowed } : { allowed, reason: "the user refused this call" };
  };
  const workspace = await openHeadless(options, {
    keepsSession: true,
    noteFork: (line) => {
      say(`zot: ${line}`);
    },
    skills: !options["no-skill"],
    offline: "without-key",
    ask,
  });
  const { agent } = workspace;
  const ended = new AbortController();
  const signals = onSignals(
    () => {
      ended.abort();
      agent.abort({ queue: true });
      lines.close();
    },
    () => {
      const isWorking = agent.busy;
      agent.abort({ queue: true });
      return isWorking;
    },
  );
  workspace.subscribe((event) => {
    if (event.type === "text_delta") print(event.delta);
    if (event.type === "display") print(event.text);
    if (event.type === "tool_call") {
      say(`[${visibleLine(event.name)}] ${visibleLine(JSON.stringify(event.args))}`);
    }
  });
  try {
    say(`zot: plain mode. ${HELP}`);
    if (prompt !== "") await send(workspace, prompt, ended.signal);
    print("> ");
    for (let line = await readLine(); line !== undefined; line = await readLine()) {
      if (isExit(line)) break;
      if (line !== "") await send(workspace, line, ended.signal);
      if (signals.exitCode !== undefined) break;
      print("> ");
    }
    return signals.exitCode ?? EXIT.ok;
  } finally {
    lines.close();
    await workspace.close();
    signals.dispose();
  }
}

/** Stands before every line of what others wrote, so that none of it can pass for the question. */
const GUTTER = "| ";

/** Who asks, and all that would run. */
function describeQuestion(question: Question): string {
  const parts = callParts(question).flatMap(({ label, lead = "", sign = "", text }) => [
    ...(label === undefined ? [] : [label]),
    ...`${lead}${visible(text)}`.split("\n").map((line) => GUTTER + sign + line),
  ]);
  return ["", describeAsker(question), describeRewrite(question), ...parts]
    .filter((line) => line !== undefined)
    .join("\n");
}

function isExit(line: string): boolean {
  return line.startsWith("/") && findSlashCommand(line.slice(1))?.name === "exit";
}

async function send(workspace: Workspace, text: string, signal: AbortSignal): Promise<void> {
  await workspace.ready(signal);
  const answer = answerHere(workspace, text);
  if (answer !== undefined) {
    say(answer);
    return;
  }
  const outcome = workspace.prompt(text);
  if (signal.aborted) workspace.agent.abort({ queue: true });
  const { stop, error, cause } = await outcome;
  if (error !== undefined) say(`zot: ${explainFailure(cause ?? error)}`);
  print(stop === "aborted" ? "\n[stopped]\n" : "\n");
}

/** What a line gets that is neither for the model nor for an extension. */
function answerHere({ host }: Workspace, text: string): string | undefined {
  const [, name] = /^\/([^\s/]+)(?:\s|$)/.exec(text) ?? [];
  if (name === undefined) return undefined;
  const theirs = (host?.commands() ?? []).map((command) => command.name);
  if (theirs.some((each) => each.toLowerCase() === name.toLowerCase())) return undefined;
  const others = theirs.map((each) => `/${each}`).join(" ");
  if (name === "help") return others === "" ? HELP : `${HELP}\nCommands of extensions: ${others}`;
  if (findSlashCommand(name) !== undefined) {
    return `zot: /${name} needs a terminal that zot can draw on; here there is only a plain prompt`;
  }
  const near = findNearest(name, theirs);
  return `zot: unknown command "/${name}"; ${near === undefined ? "/help shows what there is" : `did you mean /${near}?`}`;
}
