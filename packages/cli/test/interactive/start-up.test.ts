import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../../../../test-support/processes.js";
import { writeExtension, writeFiles } from "../support/extensions.js";
import { startFakeModel } from "../support/fake-model.js";
import { writeSlowGuard } from "../support/guards.js";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

const offline = ["--provider", "offline"];

/** A home with a guard that keeps everybody waiting, and a call that leaves a mark. */
async function makeHome(manifest: Record<string, unknown> = {}) {
  const home = makeFolder();
  const mark = join(home, "mark");
  return {
    home,
    guard: await writeSlowGuard(join(home, "extensions/guard"), manifest),
    call: `call bash ${JSON.stringify({ command: `touch '${mark}'` })}`,
    hasRun: () => existsSync(mark),
  };
}

const isWaiting = (screen: string) =>
  screen.includes("waiting for extensions: guard…") &&
  screen.includes("esc goes on without") &&
  screen.includes("↳ queued: call bash");

test("R26: a prompt typed while a guard starts waits, visibly, and is decided by the guard", async () => {
  const { home, guard, call, hasRun } = await makeHome();
  const zot = new ZotScreen(offline, { home, columns: 120 });
  await zot.waitFor("guard starting");
  zot.send(call);
  await zot.waitFor(isWaiting);
  zot.type("typed meanwhile");
  await zot.waitFor("› typed meanwhile");
  // Longer than any grace that was there before.
  await zot.waitFor(/waiting for extensions: guard… 4 s/);
  expect(hasRun()).toBe(false);
  guard.go();
  await zot.waitFor("guard says no");
  expect(hasRun()).toBe(false);
  await zot.leave();
});

test("R26: ctrl+c takes the prompt back that waits, and it is not sent", async () => {
  const { home, guard, call, hasRun } = await makeHome();
  const zot = new ZotScreen(offline, { home, columns: 120 });
  zot.send(call);
  await zot.waitFor(isWaiting);
  zot.press("ctrl+c");
  await zot.waitFor((screen) => screen.includes("› call bash") && !screen.includes("↳ queued"));
  guard.go("allow");
  await zot.waitFor((screen) => !screen.includes("guard starting"));
  expect(hasRun()).toBe(false);
  zot.press("enter");
  await zot.waitFor("[exit 0]");
  expect(hasRun()).toBe(true);
  await zot.leave();
});

test.each([
  ["its manifest says that it guards", { intercepts: ["tool_call"] }, {}],
  ["the user said deny", {}, { on_failure: { guard: "deny" } }],
])(
  "R26: esc goes on without the guard, which denies while it starts when %s, and joins once it is up",
  async (_, manifest, config) => {
    const { home, guard, call, hasRun } = await makeHome(manifest);
    await writeFiles(home, { "config.json": JSON.stringify(config) });
    const zot = new ZotScreen(offline, { home, columns: 120 });
    zot.send(call);
    await zot.waitFor(isWaiting);
    zot.press("esc");
    await zot.waitFor("tool call refused by extension guard");
    expect(hasRun()).toBe(false);
    zot.send(call);
    await zot.waitFor(
      (screen) => screen.match(/│ tool call refused by extension guard/g)?.length === 2,
    );
    expect(hasRun()).toBe(false);
    guard.go("allow");
    await zot.waitFor((screen) => !screen.includes("guard starting"));
    zot.send(call);
    await zot.waitFor("[exit 0]");
    expect(hasRun()).toBe(true);
    await zot.leave();
  },
);

test("R26: esc goes on without one of which nobody knows that it guards; it joins with the next call", async () => {
  const { home, guard, call, hasRun } = await makeHome();
  const zot = new ZotScreen(offline, { home, columns: 120 });
  zot.send(call);
  await zot.waitFor(isWaiting);
  zot.press("esc");
  await zot.waitFor("[exit 0]");
  expect(hasRun()).toBe(true);
  guard.go();
  await zot.waitFor((screen) => !screen.includes("guard starting"));
  zot.send(call);
  await zot.waitFor("guard says no");
  await zot.leave();
});

test("R26: /btw and /compact send nothing while a guard starts", async () => {
  const { home, guard } = await makeHome();
  const model = await startFakeModel({ text: "by the way" });
  const zot = new ZotScreen(
    ["--provider", "openai", "--model", "m", "--base-url", model.baseUrl, "--no-session"],
    { home, columns: 120, env: { OPENAI_API_KEY: "k" } },
  );
  await zot.waitFor("guard starting");
  zot.send("/btw what is this");
  await zot.waitFor((screen) => screen.includes("waiting for extensions: guard"));
  zot.press("esc");
  zot.send("/compact");
  await zot.waitFor((screen) => screen.includes("↳ queued: /compact"));
  expect(model.requests).toEqual([]);
  zot.press("ctrl+c");
  await zot.waitFor((screen) => screen.includes("› /compact") && !screen.includes("↳ queued"));
  zot.press("ctrl+u");
  zot.send("/btw what is this");
  await zot.waitFor((screen) => screen.includes("waiting for extensions: guard"));
  expect(model.requests).toEqual([]);
  guard.go("allow");
  await zot.waitFor("by the way");
  expect(model.requests).toHaveLength(1);
  zot.press("esc");
  await zot.leave();
});

test("R26: while the user is asked for trust, the first prompt waits; the trusted guard then decides", async () => {
  const cwd = makeFolder();
  const home = makeFolder();
  const mark = join(home, "mark");
  const guard = await writeSlowGuard(join(cwd, ".zot/extensions/guard"));
  guard.go();
  const call = `call bash ${JSON.stringify({ command: `touch '${mark}'` })}`;
  const zot = new ZotScreen([...offline, call], { home, cwd, columns: 120, rows: 40 });
  await zot.waitFor("Trust this extension? guard");
  await zot.waitFor(/waiting for extensions: guard… 4 s/);
  expect(existsSync(mark)).toBe(false);
  zot.type("y");
  await zot.waitFor("guard says no");
  expect(existsSync(mark)).toBe(false);
  await zot.leave();
});

test("a command of an extension that is up runs while another one starts", async () => {
  const { home, guard } = await makeHome();
  await writeExtension(join(home, "extensions/alpha"), { name: "alpha" });
  const zot = new ZotScreen(offline, { home, columns: 120 });
  await zot.waitFor((screen) => /\bguard starting/.test(screen) && !screen.includes("alpha"));
  zot.send("/alpha-hi there");
  await zot.waitFor("hi there");
  zot.send("/nobody-has-this");
  await zot.waitFor(/waiting for extensions: guard…/);
  guard.go();
  await zot.waitFor('unknown command "/nobody-has-this"');
  await zot.leave();
});

test("whoever leaves while a key is still fetched leaves no extension behind", async () => {
  const home = makeFolder();
  const [asked, go] = [join(home, "asked"), join(home, "go")];
  const code = `
    const fs = require("node:fs");
    fs.writeFileSync(${JSON.stringify(asked)}, "");
    const timer = setInterval(() => {
      if (!fs.existsSync(${JSON.stringify(go)})) return;
      clearInterval(timer);
      console.log("sk-ant-0123456789");
    }, 10);`;
  const command = { program: process.execPath, args: ["-e", code] };
  const auth = { anthropic: { api_key_command: command } };
  writeFileSync(join(home, "auth.json"), JSON.stringify(auth), { mode: 0o600 });
  await writeExtension(join(home, "extensions/late"), { name: "late" });
  const zot = new ZotScreen(["--provider", "anthropic", "--no-session"], { home });
  await until(() => existsSync(asked));
  zot.press("ctrl+d");
  await until(() => zot.bytes.includes("\x1b[?2004l"));
  writeFileSync(go, "");
  expect(await zot.exited()).toBe(0);
  await zot.expectNothingLeft();
});
