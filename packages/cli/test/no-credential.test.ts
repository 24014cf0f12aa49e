import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasRun, writeExtension } from "./support/extensions.js";
import { startFakeModel } from "./support/fake-model.js";
import { makeFolder, oneLine, runZot } from "./support/run-zot.js";
import { runZotInPty } from "./support/run-zot-in-pty.js";

/** A tool call that leaves a file behind if it ever runs. */
async function makeCanary() {
  const path = join(await makeFolder(), "canary");
  const call = `call bash ${JSON.stringify({ command: `touch ${path}` })}`;
  return { call, hasRun: () => existsSync(path) };
}

const MODES = [["-p"], ["--json"], ["rpc"]];

describe("R28: without a credential", () => {
  test.each(MODES)("zot %s exits 1, says how to get one, and does nothing", async (mode) => {
    const canary = await makeCanary();
    const words = mode === "rpc" ? [] : [canary.call];
    const input = JSON.stringify({ id: "1", type: "prompt", message: canary.call });
    const { code, stdout, stderr } = await runZot([mode, ...words], { input: `${input}\n` });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(oneLine);
    expect(stderr).toMatch(/^zot: no credential for anthropic: set ANTHROPIC_API_KEY/);
    expect(stderr).toContain("--api-key KEY, or /login in zot");
    expect(stderr).toContain("--provider offline");
    expect(canary.hasRun()).toBe(false);
  });

  test("piped text with a call line runs nothing, with and without -p", async () => {
    for (const args of [["-p"], ["-p", "review this"], [], ["--json"]]) {
      const canary = await makeCanary();
      const { code, stdout, stderr } = await runZot(args, { input: `hi\n${canary.call}\n` });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^zot: no credential for anthropic/);
      expect(canary.hasRun()).toBe(false);
    }
  });

  test.each([
    [["--provider", "google"], "google", "GEMINI_API_KEY"],
    [["--model", "gpt-6.1-sol"], "openai", "OPENAI_API_KEY"],
    [["--model", "no-such-model"], "anthropic", "ANTHROPIC_API_KEY"],
  ])("%j names the provider that was asked for", async (flags, provider, variable) => {
    const { code, stdout, stderr } = await runZot(["-p", ...flags, "hi"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^zot: no credential for ${provider}: set ${variable}`));
    expect(stderr).toContain("--provider offline");
  });

  test("the provider that was used last is the one that is named", async () => {
    const home = await makeFolder();
    await writeFile(join(home, "config.json"), JSON.stringify({ provider: "openai", model: "m" }));
    const { code, stderr } = await runZot(["-p", "hi"], { env: { ZOT_HOME: home } });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^zot: no credential for openai/);
  });

  test.each([[[]], [["--provider", "anthropic"]]])("no extension is started: %j", async (flags) => {
    const home = await makeFolder();
    const dir = await writeExtension(join(home, "extensions", "alpha"), { name: "alpha" });
    const { code, stdout } = await runZot(["-p", ...flags, "hi"], { env: { ZOT_HOME: home } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(hasRun(dir, "alpha")).toBe(false);
  });

  test("a session that goes on is left as it was", async () => {
    const env = { ZOT_HOME: await makeFolder() };
    const cwd = await makeFolder();
    expect((await runZot(["-p", "--provider", "offline", "hi"], { cwd, env })).code).toBe(0);
    const refused = ["-p", "-c", "--provider", "anthropic", "hi"];
    expect((await runZot(refused, { cwd, env })).code).toBe(1);
    const again = await runZot(["-p", "-c", "hi"], { cwd, env });
    expect(again).toMatchObject({ code: 0, stderr: "" });
  });

  test("a server of one's own needs none", async () => {
    const { baseUrl } = await startFakeModel();
    const { code, stdout } = await runZot(["-p", "--base-url", baseUrl, "--model", "m", "hi"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "fine\n" });
  });
});

describe("R28: the offline model, asked for", () => {
  test.each([[["--provider", "offline"]], [["--model", "offline"]]])(
    "%j answers",
    async (flags) => {
      const { code, stdout, stderr } = await runZot(["-p", ...flags, "hello"]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain("offline model");
    },
  );

  test("by config.json it answers", async () => {
    const home = await makeFolder();
    await writeFile(join(home, "config.json"), JSON.stringify({ provider: "offline" }));
    const { code, stdout } = await runZot(["-p", "hello"], { env: { ZOT_HOME: home } });
    expect(code).toBe(0);
    expect(stdout).toContain("offline model");
  });

  test("by the session that goes on it answers", async () => {
    const env = { ZOT_HOME: await makeFolder() };
    const cwd = await makeFolder();
    await runZot(["-p", "--provider", "offline", "hello"], { cwd, env });
    const { code, stdout } = await runZot(["-p", "-c", "hello"], { cwd, env });
    expect(code).toBe(0);
    expect(stdout).toContain("offline model");
  });

  test("a folder can't ask for it", async () => {
    const cwd = await makeFolder();
    await mkdir(join(cwd, ".zot"));
    await writeFile(join(cwd, ".zot/config.json"), JSON.stringify({ provider: "offline" }));
    await writeFile(join(cwd, "config.json"), JSON.stringify({ provider: "offline" }));
    expect((await runZot(["-p", "hello"], { cwd })).code).toBe(1);
  });
});

test("R28: a person at a terminal that can't be drawn on has the offline model without a key", async () => {
  const zot = await runZotInPty([], { env: { TERM: "dumb" } });
  await zot.waitFor(/this is the offline model/);
  zot.type("hello\r");
  await zot.waitFor(/I am zot's offline model/);
  zot.type("/exit\r");
  expect((await zot.finished).code).toBe(0);
});
