import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeExtension, writeFiles } from "./support/extensions.js";
import { makeFolder, runZot } from "./support/run-zot.js";

/** A guard that dies when it is asked. */
const GUARD = `
  const send = (frame) => console.log(JSON.stringify(frame));
  send({ type: "hello", name: "guard", version: "1" });
  send({ type: "subscribe", intercept: ["tool_call"] });
  send({ type: "ready" });
  process.stdin.on("data", (data) => {
    if (String(data).includes('"event_intercept"')) process.exit(1);
  }).on("end", () => process.exit(0));`;

async function makePlace(config: unknown) {
  const home = await makeFolder();
  await writeExtension(join(home, "extensions/alpha"), { name: "alpha" });
  await writeExtension(join(home, "extensions/guard"), { name: "guard" }, { "main.mjs": GUARD });
  await writeFiles(home, { "config.json": JSON.stringify(config) });
  return (...args: string[]) => runZot(args, { env: { ZOT_HOME: home } });
}

const CALL = ["-p", "--provider", "offline", 'call alpha_echo {"x":1}'];

describe("what a failing guard means (T11)", () => {
  test("without a word from anyone the call passes, and the failure is told", async () => {
    const zot = await makePlace({});
    const { stdout, stderr } = await zot(...CALL);
    expect(stdout).toContain('{"x":1}');
    expect(stderr).toContain("extension guard: its tool_call interceptor died; allowed");
    expect((await zot("ext", "doctor")).stdout).toContain("tool_call (on failure: allow)");
  });

  test("the user's word in config.json goes before the guard's own", async () => {
    const zot = await makePlace({ on_failure: { guard: "deny" } });
    const { stdout } = await zot(...CALL);
    expect(stdout).not.toContain('{"x":1}');
    expect((await zot("ext", "doctor")).stdout).toContain("tool_call (on failure: deny)");
  });

  test("a guard of the system prompt that may not fail stops the prompt when it does", async () => {
    const home = await makeFolder();
    const program = GUARD.replace(
      '["tool_call"] }',
      '["before_agent_start"], on_failure: "deny" }',
    );
    await writeExtension(
      join(home, "extensions/guard"),
      { name: "guard" },
      { "main.mjs": program },
    );
    const { code, stdout, stderr } = await runZot(["-p", "--provider", "offline", "hi"], {
      env: { ZOT_HOME: home },
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("prompt blocked by extension guard");
  });

  test.each([[{ guard: "denny" }], ["deny"], [["deny"]]])(
    "%j in its place is one line and exit 1, never taken for nothing",
    async (on_failure) => {
      const zot = await makePlace({ on_failure });
      const { code, stdout, stderr } = await zot(...CALL);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^zot: config\.json: "on_failure" [^\n]+\n$/);
    },
  );
});
