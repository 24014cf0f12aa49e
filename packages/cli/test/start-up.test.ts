import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeExtension, writeFiles } from "./support/extensions.js";
import { startFakeModel } from "./support/fake-model.js";
import { writeCaller, writeSlowGuard } from "./support/guards.js";
import { RpcClient } from "./support/rpc-client.js";
import { makeFolder, runZot } from "./support/run-zot.js";
import { startZot } from "./support/start-zot.js";

const WAITING = /^zot: waiting for extensions: guard$/m;

/** A home with room for extensions, and a call that leaves a mark. */
async function makeHome() {
  const home = await makeFolder();
  const mark = join(home, "mark");
  return {
    home,
    env: { ZOT_HOME: home },
    extension: (name: string) => join(home, "extensions", name),
    call: `call bash ${JSON.stringify({ command: `touch '${mark}'` })}`,
    command: `touch '${mark}'`,
    hasRun: () => existsSync(mark),
  };
}

const SILENT = "process.stdin.on('end', () => process.exit(0)).resume();";

describe("R26: nothing runs before every extension is up or has failed", () => {
  test.each(["-p", "--json"])(
    "R26: %s waits for a guard that is slow to say hello, tells for whom, and the guard decides",
    async (mode) => {
      const { env, extension, call, hasRun } = await makeHome();
      const guard = await writeSlowGuard(extension("guard"));
      await writeExtension(extension("quick"), { name: "quick" });
      const zot = await startZot([mode, "--provider", "offline", call], { env });
      await zot.waitForError(WAITING);
      expect(hasRun()).toBe(false);
      guard.go();
      const { stdout, stderr } = await zot.finished;
      expect(hasRun()).toBe(false);
      expect(stdout).toContain("guard says no");
      expect(stderr.match(/waiting for/g)).toHaveLength(1);
    },
  );

  test("R26: all that are waited for are named, in one line", async () => {
    const { env, extension } = await makeHome();
    const guard = await writeSlowGuard(extension("guard"));
    const lint = await writeSlowGuard(extension("lint"), { name: "lint" });
    const zot = await startZot(["-p", "--provider", "offline", "hi"], { env });
    await zot.waitForError(/^zot: waiting for extensions: guard, lint$/m);
    guard.go();
    lint.go();
    const { code, stderr } = await zot.finished;
    expect(code).toBe(0);
    expect(stderr).toBe("zot: waiting for extensions: guard, lint\n");
  });

  test("R26: no request reaches the model meanwhile, and the slow one's registrations are offered with the first", async () => {
    const { env, extension } = await makeHome();
    const model = await startFakeModel();
    const late = `
      import { existsSync } from "node:fs";
      const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
      const timer = setInterval(() => {
        if (!existsSync(new URL("go", import.meta.url))) return;
        clearInterval(timer);
        send({ type: "hello", name: "guard", version: "1" });
        send({ type: "register_tool", name: "late_tool", schema: { type: "object" } });
        send({ type: "ready" });
      }, 20);
      process.stdin.on("end", () => process.exit(0)).resume();`;
    await writeExtension(extension("guard"), { name: "guard" }, { "main.mjs": late });
    const args = ["--provider", "openai", "--model", "m", "--base-url", model.baseUrl];
    const zot = await startZot(["-p", ...args, "hi"], { env: { ...env, OPENAI_API_KEY: "k" } });
    await zot.waitForError(WAITING);
    expect(model.requests).toEqual([]);
    await writeFiles(extension("guard"), { go: "" });
    expect((await zot.finished).code).toBe(0);
    const [request] = model.requests;
    expect(request?.body.tools?.map((tool) => tool.function.name)).toContain("late_tool");
  });

  test("R26: rpc answers what needs no model meanwhile; a prompt is taken at once and waits", async () => {
    const { env, extension, call, hasRun } = await makeHome();
    const guard = await writeSlowGuard(extension("guard"));
    const client = await RpcClient.start([], { env });
    expect(await client.ask({ type: "ping" })).toMatchObject({ data: { pong: true } });
    expect(await client.ask({ type: "hello" })).toMatchObject({ success: true });
    expect(await client.ask({ type: "get_state" })).toMatchObject({ data: { busy: false } });
    expect(await client.ask({ type: "prompt", message: call })).toMatchObject({
      data: { started: true },
    });
    await client.untilError(WAITING);
    expect(await client.ask({ type: "get_state" })).toMatchObject({ data: { busy: true } });
    expect(client.frames.map(({ type }) => type)).toEqual(Array(5).fill("response"));
    guard.go();
    const frames = await client.untilType("done");
    expect(JSON.stringify(frames)).toContain("guard says no");
    expect(hasRun()).toBe(false);
    expect(await client.leave()).toBe(0);
    expect(client.stderr.match(/waiting for/g)).toHaveLength(1);
  });

  test("R26: rpc can abort a prompt that waits; it ends with done, and nothing was sent", async () => {
    const { env, extension, call, hasRun } = await makeHome();
    const guard = await writeSlowGuard(extension("guard"));
    const client = await RpcClient.start([], { env });
    await client.ask({ type: "prompt", message: call });
    await client.ask({ type: "abort" });
    await client.untilType("done");
    await client.ask({ type: "prompt", message: "/unknown to all" });
    await client.ask({ type: "abort" });
    await client.untilType("done");
    expect(await client.ask({ type: "get_state" })).toMatchObject({
      data: { busy: false, message_count: 0 },
    });
    guard.go("allow");
    client.send({ type: "prompt", message: "hi" });
    await client.untilType("done");
    expect(hasRun()).toBe(false);
    expect(await client.leave()).toBe(0);
  });

  test("R26: a compaction waits too, in a session that goes on", async () => {
    const { home, env, extension } = await makeHome();
    const said = await runZot(["--json", "--provider", "offline", "one"], { env, cwd: home });
    expect(said.code).toBe(0);
    for (const word of ["two", "three"]) {
      await runZot(["-c", "-p", "--provider", "offline", word], { env, cwd: home });
    }
    const model = await startFakeModel({ text: "a summary" });
    const guard = await writeSlowGuard(extension("guard"));
    const client = await RpcClient.start(
      ["-c", "--provider", "openai", "--model", "m", "--base-url", model.baseUrl],
      { env: { ...env, OPENAI_API_KEY: "k" }, cwd: home },
    );
    await client.ask({ type: "compact" });
    await client.untilError(WAITING);
    expect(model.requests).toEqual([]);
    guard.go("allow");
    await client.untilType("compact_done");
    expect(model.requests).toHaveLength(1);
    expect(await client.leave()).toBe(0);
  });

  test("R26: a tool that another extension calls waits for the guard, which learns who calls", async () => {
    const { env, extension, command, hasRun } = await makeHome();
    const guard = await writeSlowGuard(extension("guard"));
    await writeCaller(extension("caller"), command);
    const client = await RpcClient.start([], { env });
    await client.untilError(WAITING);
    expect(hasRun()).toBe(false);
    guard.go();
    const frames = await client.untilType("ext_notify");
    expect(frames.at(-1)).toMatchObject({ extension: "caller", message: "guard says no" });
    expect(hasRun()).toBe(false);
    expect(await client.leave()).toBe(0);
    const { stdout } = await runZot(["ext", "logs", "guard"], { env });
    expect(stdout).toContain("asked about bash of caller");
  });

  test("R26: a guard that crashes at its first start and comes back is not passed in between", async () => {
    const { env, extension, call, hasRun } = await makeHome();
    const guard = await writeSlowGuard(extension("guard"), {}, "crashes once");
    const zot = await startZot(["-p", "--provider", "offline", call], { env });
    await zot.waitForError(WAITING);
    expect(hasRun()).toBe(false);
    guard.go();
    const { stdout } = await zot.finished;
    expect(stdout).toContain("guard says no");
    expect(hasRun()).toBe(false);
  });

  test("R26: a run that is ended while it waits leaves at once, and so do its extensions", async () => {
    const { env, extension, call, hasRun } = await makeHome();
    const { dir } = await writeSlowGuard(extension("guard"));
    for (const mode of ["-p", "--json"]) {
      const zot = await startZot([mode, "--provider", "offline", call], { env });
      await zot.waitForError(WAITING);
      zot.signal("SIGTERM");
      expect((await zot.finished).code).toBe(143);
    }
    expect(hasRun()).toBe(false);
    const log = readFileSync(join(dir, "../../logs/ext-guard.log"), "utf8");
    expect(log.match(/read loop exited/g)).toHaveLength(2);
  });
});

describe("R26: a guard that never says hello", () => {
  const slow = { start_timeout_ms: 400 };
  async function run(manifest: Record<string, unknown>, config: unknown = {}) {
    const { home, env, extension, call, hasRun } = await makeHome();
    await writeExtension(
      extension("guard"),
      { name: "guard", ...slow, ...manifest },
      { "main.mjs": SILENT },
    );
    await writeFiles(home, { "config.json": JSON.stringify(config) });
    const { stdout, stderr } = await runZot(["-p", "--provider", "offline", call], { env });
    return { stdout, stderr, hasRun: hasRun() };
  }

  test("R26: is given up after the start time of its manifest, told, and calls go on without it", async () => {
    const { hasRun, stderr } = await run({});
    expect(hasRun).toBe(true);
    expect(stderr).toContain("extension guard did not say hello within 0.4 s");
  });

  test("R26: denies when the user said so", async () => {
    const { hasRun, stdout } = await run({}, { on_failure: { guard: "deny" } });
    expect(hasRun).toBe(false);
    expect(stdout).toContain("guard");
  });

  test("R26: denies what its manifest says that it intercepts, unless the user said allow", async () => {
    const guarding = { intercepts: ["tool_call"] };
    const denied = await run(guarding);
    expect(denied.hasRun).toBe(false);
    expect(denied.stdout).toContain("tool call refused by extension guard");
    expect(denied.stdout).toContain("did not say hello");
    const allowed = await run(guarding, { on_failure: { guard: "allow" } });
    expect(allowed.hasRun).toBe(true);
    const other = await run({ intercepts: ["assistant_message"] });
    expect(other.hasRun).toBe(true);
  });
});
