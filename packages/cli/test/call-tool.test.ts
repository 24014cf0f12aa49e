import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeExtension } from "./support/extensions.js";
import { makeFolder, runZot } from "./support/run-zot.js";

/** `/run` calls bash twice, before anything else was asked, and shows what came of it. */
const CALLER = `
  const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
  send({ type: "hello", name: "caller", version: "1", capabilities: ["call_tool"] });
  send({ type: "register_command", name: "run" });
  send({ type: "call_tool", id: "early", name: "bash", args: { command: "echo ran-$((1 + 1))" } });
  send({ type: "ready" });
  let command;
  const results = {};
  let rest = "";
  process.stdin.on("data", (bytes) => {
    const lines = (rest + bytes).split("\\n");
    rest = lines.pop();
    for (const frame of lines.map((line) => JSON.parse(line))) {
      if (frame.type === "tool_result") results[frame.id] = [frame.is_error, frame.content[0].text];
      if (frame.type === "command_invoked") {
        command = frame.id;
        send({ type: "call_tool", id: "late", name: "bash", args: { command: "echo ran-$((1 + 2))" } });
      }
      if (frame.type === "shutdown") process.exit(0);
    }
    if (command && results.early && results.late) {
      send({ type: "command_response", id: command, action: "display", display: JSON.stringify(results) });
    }
  }).on("end", () => process.exit(0));`;

/** Tells on stderr, which is its log, what it is asked about. */
const WATCHER = `
  const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
  send({ type: "hello", name: "watcher", version: "1" });
  send({ type: "subscribe", intercept: ["tool_call"] });
  send({ type: "ready" });
  let rest = "";
  process.stdin.on("data", (bytes) => {
    const lines = (rest + bytes).split("\\n");
    rest = lines.pop();
    for (const frame of lines.map((line) => JSON.parse(line))) {
      if (frame.type === "shutdown") process.exit(0);
      if (frame.type !== "event_intercept") continue;
      console.error("asked about " + frame.tool_id);
      send({ type: "event_intercept_response", id: frame.id });
    }
  }).on("end", () => process.exit(0));`;

async function runCaller(...flags: string[]) {
  const home = await makeFolder();
  const dir = join(home, "extensions");
  await writeExtension(join(dir, "caller"), { name: "caller" }, { "main.mjs": CALLER });
  await writeExtension(join(dir, "watcher"), { name: "watcher" }, { "main.mjs": WATCHER });
  const env = { ZOT_HOME: home };
  const { stdout } = await runZot(["--provider", "offline", ...flags, "--json", "/run"], { env });
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; text?: string });
  const shown = events.find(({ type }) => type === "ext_display")?.text ?? "{}";
  const log = await runZot(["ext", "logs", "watcher"], { env });
  return { results: JSON.parse(shown) as unknown, log: log.stdout };
}

describe("a tool that an extension calls", () => {
  test("is run even before the first prompt, and each call has an id of its own", async () => {
    const { results, log } = await runCaller();
    expect(results).toEqual({
      early: [false, "ran-2\n[exit 0]"],
      late: [false, "ran-3\n[exit 0]"],
    });
    const ids = [...log.matchAll(/asked about (\S+)/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(2);
  });

  test("needs the user's consent like a call of the model", async () => {
    const refusal = [true, "bash needs the user's consent, and there is nobody to ask"];
    const { results } = await runCaller("--no-yolo");
    expect(results).toEqual({ early: refusal, late: refusal });
  });
});
