import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeExtension } from "./support/extensions.js";
import { RpcClient } from "./support/rpc-client.js";
import { makeFolder } from "./support/run-zot.js";

const EVENTS = [
  "session_start",
  "session_end",
  "tool_call",
  "tool_result",
  "pre_compact",
  "post_compact",
];

/** Writes down each event that it hears of. */
const LISTENER = `
  import { appendFileSync } from "node:fs";
  const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
  send({ type: "hello", name: "listener", version: "1" });
  send({ type: "subscribe", events: ${JSON.stringify(EVENTS)} });
  send({ type: "ready" });
  process.stdin.on("data", (bytes) => appendFileSync("heard", bytes)).on("end", () => process.exit(0));`;

interface Heard extends Record<string, unknown> {
  type: string;
  event: string;
  sequence: number;
}

test("events say which session, folder, tool and how many messages they are about", async () => {
  const home = await makeFolder();
  const dir = join(home, "extensions/listener");
  await writeExtension(dir, { name: "listener" }, { "main.mjs": LISTENER });
  const session = join(home, "kept.jsonl");
  const rpc = await RpcClient.start(["--session", session], { cwd: home, env: { ZOT_HOME: home } });
  for (const message of ['call read {"path":"nowhere"}', "hi"]) {
    rpc.send({ type: "prompt", message });
    await rpc.untilType("done");
  }
  rpc.send({ type: "compact" });
  await rpc.untilType("done");
  await rpc.leave();

  const lines = (await readFile(join(dir, "heard"), "utf8")).trim().split("\n");
  const heard = lines
    .map((line) => JSON.parse(line) as Heard)
    .filter(({ type }) => type === "event");
  const cwd = realpathSync(home);
  const tool = { tool_id: "offline_1_1", tool_name: "read", tool_args: { path: "nowhere" } };
  expect(heard).toMatchObject([
    { event: "session_start" },
    { event: "tool_call", ...tool },
    { event: "tool_result", ...tool, result: { is_error: true } },
    { event: "pre_compact", message_count: 6 },
    { event: "post_compact", message_count: 6, text: expect.any(String) as string },
    { event: "session_end", reason: "exit" },
  ]);
  expect(heard[0]?.session_id).toMatch(/\S/);
  for (const event of heard) expect(event).toMatchObject({ session_id: heard[0]?.session_id });
  for (const event of heard) expect(realpathSync(String(event.cwd))).toBe(cwd);
  const order = heard.map(({ sequence }) => sequence);
  expect(order[0]).toBe(1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(new Set(order).size).toBe(order.length);
});
