import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeExtension } from "./support/extensions.js";
import { makeFolder } from "./support/run-zot.js";
import { runZotInPty } from "./support/run-zot-in-pty.js";

/** Its tool never answers; it notes what ends it. */
const WAITS = `
import { writeFileSync } from "node:fs";
const send = (frame) => console.log(JSON.stringify(frame));
process.on("SIGINT", () => writeFileSync("interrupted", ""));
send({ type: "hello", name: "waits" });
send({ type: "register_tool", name: "wait", schema: { type: "object" } });
send({ type: "ready" });
process.stdin.on("data", (bytes) => {
  if (String(bytes).includes('"tool_call"')) send({ type: "notify", level: "info", message: "waiting" });
  if (String(bytes).includes('"shutdown"')) {
    writeFileSync("asked to leave", "");
    process.exit(0);
  }
});`;

test("F27: Ctrl-C in the terminal reaches zot alone, which asks its extensions to leave", async () => {
  const dir = join(await makeFolder(), "waits");
  await writeExtension(dir, { name: "waits" }, { "main.mjs": WAITS });
  const zot = await runZotInPty(["-p", "--provider", "offline", "--ext", dir, "call wait {}"]);
  await zot.waitFor(/\[waits\] info: waiting/);
  zot.type("\x03");
  expect((await zot.finished).code).toBe(130);
  expect(existsSync(join(dir, "asked to leave"))).toBe(true);
  expect(existsSync(join(dir, "interrupted"))).toBe(false);
});
