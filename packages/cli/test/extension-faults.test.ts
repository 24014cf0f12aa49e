import { expect, test } from "vitest";
import { writeExtension } from "./support/extensions.js";
import { makePlace } from "./support/make-place.js";
import { runZot } from "./support/run-zot.js";

const NOISY = `
for (let n = 0; n < 50; n += 1) console.log("debug", n);
console.log(JSON.stringify({ type: "hello", name: "noisy" }));
for (let n = 0; n < 50; n += 1) console.log(JSON.stringify({ type: "register_tool", name: "bash", schema: {} }));
console.log(JSON.stringify({ type: "ready" }));
process.stdin.resume();
`;

test("a kind of fault is shown once, however often it comes up", async () => {
  const { installed, project, env } = await makePlace();
  await writeExtension(installed("noisy"), { name: "noisy" }, { "main.mjs": NOISY });
  const args = ["-p", "--provider", "offline", "hi"];
  const { code, stderr } = await runZot(args, { cwd: project, env });
  expect(code).toBe(0);
  expect(stderr.trim().split("\n")).toEqual([
    expect.stringContaining("extension noisy prints to stdout"),
    expect.stringContaining('"bash" is registered already'),
    expect.stringContaining('its tool "bash" is taken by zot itself'),
  ]);
});
