import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { ExtensionHost, TIMING } from "../src/index.js";
import { Scene, textOf } from "./support/scene.js";
import { isAlive, until } from "./support/wait.js";

test("F22: one that never reads loses events first, then it is stopped", async () => {
  const scene = new Scene();
  scene.addFixture("never-reads", "never-reads.mjs");
  scene.addFixture("neighbour", "echo.mjs", "neighbour", "ping");
  const limits = { outboundBytes: 2_000_000, outboundEventBytes: 1_000_000 };
  const host = await scene.start({ limits });

  const text = "x".repeat(100_000);
  for (let n = 0; n < 40; n += 1) host.emit({ event: "assistant_message", text });
  expect(scene.shownFaults()).toMatchObject([{ code: "events-dropped" }]);
  expect(host.extensions()[0]?.state).toBe("ready");

  const calls = Array.from({ length: 20 }, () => host.callTool("deaf", { text }));
  const failures = (await Promise.all(calls)).map(textOf);
  expect(new Set(failures)).toEqual(
    new Set(["extension never-reads/deaf failed: extension never-reads disconnected"]),
  );
  expect(scene.shownFaults().at(-1)).toMatchObject({
    code: "stdin-full",
    message: "extension never-reads was stopped: it does not read its stdin",
  });
  expect(host.extensions()[0]?.state).toBe("failed");
  expect(textOf(await host.callTool("ping", {}))).toContain("neighbour");
});

for (const stream of ["stdin", "stdout"] as const) {
  test(`F23: one that closes its ${stream} and lives on counts as dead`, async () => {
    const scene = new Scene();
    scene.addFixture(`closes-${stream}`, `closes-${stream}.py`);
    const timing = { backoffFirstMs: 100_000, backoffLastMs: 100_000, closedStdoutMs: 50 };
    const host = await scene.start({ timing });
    const { pid = 0 } = host.extensions()[0] ?? {};

    const result = await host.callTool("lost", {});
    expect(textOf(result)).toContain(`extension closes-${stream} disconnected`);
    await scene.event("state", ({ state }) => state === "restarting");
    expect(scene.shownFaults()).toMatchObject([
      {
        code: "crashed",
        message: expect.stringContaining(`it closed its ${stream} and lived on`) as string,
      },
    ]);
    await until(() => !isAlive(pid));
  });
}

test("F24: a megabyte of stderr at once is drained, and the log rotates", async () => {
  const scene = new Scene();
  scene.addFixture("big-stderr", "big-stderr.py");
  const host = await scene.start({ limits: { logBytes: 300_000 } });
  expect(host.tools().map(({ name }) => name)).toEqual(["fine"]);
  await host.stop();

  const log = join(scene.zotHome, "logs/ext-big-stderr.log");
  expect(statSync(log).size).toBeLessThanOrEqual(300_000);
  expect(statSync(`${log}.1`).size).toBeLessThanOrEqual(300_000);
  expect(readFileSync(log, "utf8")).toContain("the last line\n");
});

for (const trick of [
  "grandchild",
  "grandchild-holds-stdout",
  "ignores-term",
  "ignores-eof",
  "stopped",
]) {
  test(`F25: the whole group is gone after a stop (${trick})`, async () => {
    const scene = new Scene();
    const pidFile = join(scene.root, "pids");
    scene.addFixture("stubborn", "stubborn.py", trick, pidFile);
    const host = await scene.start({ timing: { shutdownMs: 200, terminateMs: 200 } });
    const pids = readFileSync(pidFile, "utf8").split(" ").map(Number);
    expect(pids.every(isAlive)).toBe(true);

    await host.stop();
    await until(() => !pids.some(isAlive));
    expect(host.extensions()[0]?.state).toBe("stopped");
  });
}

test("F25: a crash takes the rest of its group with it", async () => {
  const scene = new Scene();
  const pidFile = join(scene.root, "pids");
  scene.addFixture("stubborn", "stubborn.py", "grandchild-holds-stdout", pidFile);
  const timing = { backoffFirstMs: 100_000, backoffLastMs: 100_000 };
  await scene.start({ timing });
  const [leader = 0, grandchild = 0] = readFileSync(pidFile, "utf8").split(" ").map(Number);
  process.kill(leader, "SIGKILL");
  await scene.event("state", ({ state }) => state === "restarting");
  await until(() => !isAlive(grandchild));
});

test("F25: a stop does not wait for the dead to be buried", async () => {
  const scene = new Scene();
  const pidFile = join(scene.root, "pids");
  scene.addFixture("stubborn", "stubborn.py", "unburied", pidFile);
  const host = await scene.start({ timing: { shutdownMs: 50, terminateMs: 50, killedMs: 50 } });
  const keeper = Number(readFileSync(pidFile, "utf8"));
  onTestFinished(() => void process.kill(keeper, "SIGKILL"));
  await host.stop();
  expect(host.extensions()[0]?.state).toBe("stopped");
  expect(isAlive(keeper)).toBe(true);
});

test("F25: the ladder of a stop has three seconds, and three and a half to the end", () => {
  expect(TIMING).toMatchObject({ shutdownMs: 2_000, terminateMs: 1_000 });
  expect(TIMING.shutdownMs + TIMING.terminateMs + TIMING.killedMs).toBeLessThan(3_500);
});

test("F26: when the host itself is killed, its children see the end of their stdin and leave", async () => {
  const scene = new Scene();
  const dir = scene.addFixture("neighbour", "echo.mjs", "neighbour", "ping");
  const script = fileURLToPath(new URL("fixtures/host-alone.mjs", import.meta.url));
  const host = spawn(process.execPath, [script, scene.root, dir], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void host.kill("SIGKILL"));
  const [output] = (await once(host.stdout, "data")) as [Buffer];
  const pid = Number(output.toString());
  expect(isAlive(pid)).toBe(true);

  host.kill("SIGKILL");
  await until(() => !isAlive(pid));
});

test("F27: children lead their own session, without a terminal, in their own folder", async () => {
  const scene = new Scene();
  const dir = scene.addFixture("session", "session.py");
  const host = await scene.start();
  const described = JSON.parse(textOf(await host.callTool("describe", {}))) as object;
  expect(described).toMatchObject({
    leads_session: true,
    terminal: false,
    cwd: dir,
    ack: {
      type: "hello_ack",
      protocol_version: 1,
      zot_version: "1.2.3",
      provider: "offline",
      model: "parrot",
      cwd: scene.cwd,
      extension_dir: dir,
      data_dir: dir,
    },
  });
});

test("a host that has no model tells extensions of none", async () => {
  const scene = new Scene();
  const paths = [scene.addFixture("session", "session.py")];
  const { cwd, zotHome } = scene;
  const host = new ExtensionHost({ cwd, zotHome, zotVersion: "1.2.3", paths });
  onTestFinished(() => host.stop());
  await host.start();
  const { ack } = JSON.parse(textOf(await host.callTool("describe", {}))) as { ack: object };
  expect(ack).toMatchObject({ provider: "", model: "" });
});

test("children get the environment of the host, less credentials, and nothing more", async () => {
  const scene = new Scene();
  scene.addFixture("environment", "environment.mjs");
  const env = {
    PATH: process.env.PATH,
    EDITOR: "vi",
    WEATHER_API_KEY: "not a model's",
    ANTHROPIC_API_KEY: "sk-ant-1",
    ANTHROPIC_AUTH_TOKEN: "t",
    OPENAI_API_KEY: "sk-2",
    GEMINI_API_KEY: "g",
    GOOGLE_API_KEY: "g",
    KIMI_API_KEY: "k",
    MOONSHOT_API_KEY: "k",
    ZOTCORE_RPC_TOKEN: "r",
    MY_OWN_NAME_FOR_IT: "loaded-secret",
    AS_A_HEADER: "Authorization: Bearer loaded-secret",
    HTTPS_PROXY: "http://user:loaded-secret@127.0.0.1:9",
    USER: "short",
  };
  const host = await scene.start({ env, secrets: () => ["loaded-secret", "short"] });
  expect(JSON.parse(textOf(await host.callTool("environment", {})))).toEqual({
    PATH: process.env.PATH,
    EDITOR: "vi",
    WEATHER_API_KEY: "not a model's",
    HTTPS_PROXY: env.HTTPS_PROXY,
    USER: "short",
  });
});
