import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextRound } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { writeExtension } from "./support/extensions.js";
import { RpcClient, typesOf, withScript, type Frame } from "./support/rpc-client.js";
import { makeFolder, repo, runZot } from "./support/run-zot.js";

const slow = { text: "word ", repeat: 10_000, delta_ms: 5 };
const responsesIn = (frames: readonly Frame[]) => frames.filter(({ type }) => type === "response");

/** Its command says that it has begun and never ends. */
const HANGING = `
const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
send({ type: "hello", name: "hang", version: "1.0.0" });
send({ type: "register_command", name: "wait" });
send({ type: "ready" });
process.stdin.on("data", (bytes) => {
  if (String(bytes).includes("command_invoked")) send({ type: "notify", level: "info", message: "begun" });
});
process.stdin.on("end", () => process.exit(0));
`;
const hanging = async () => [
  "--ext",
  await writeExtension(join(await makeFolder(), "hang"), { name: "hang" }, { "main.mjs": HANGING }),
];

describe("commands that are sent without waiting for answers", () => {
  test("are answered in their order, whatever each of them takes", async () => {
    const client = await RpcClient.start(["--session", join(await makeFolder(), "s.jsonl")]);
    const types = ["get_models", "set_model", "ping", "clear", "get_state", "prompt", "get_state"];
    for (const [id, type] of types.entries()) {
      client.send({ type, id, model: "offline", message: "hi" });
    }
    const frames = await client.untilType("done");
    expect(responsesIn(frames).map(({ command }) => command)).toEqual(types);
    expect(await client.leave()).toBe(0);
  });

  test("are answered to the last, even if its line does not end", async () => {
    const client = await RpcClient.start();
    client.sendRaw('{"type":"set_model","id":"1","model":"offline"}\n{"type":"ping","id":"2"}');
    expect(await client.leave()).toBe(0);
    expect(client.frames.map(({ id }) => id)).toEqual(["1", "2"]);
  });

  test("keep id and name when they come before the token", async () => {
    const client = await RpcClient.start([], { env: { ZOTCORE_RPC_TOKEN: "sesame" } });
    for (const command of [{ type: "dance" }, { type: "prompt" }, { type: "hello", token: 5 }]) {
      expect(await client.ask({ id: "x", ...command })).toMatchObject({
        id: "x",
        command: command.type,
        error: "auth required: send hello with token first",
      });
    }
    expect(await client.leave()).toBe(0);
  });
});

describe("a command of an extension that takes long", () => {
  test("starts at once, keeps the session busy, and can be aborted", async () => {
    const client = await RpcClient.start(await hanging());
    client.send({ type: "prompt", id: "p", message: "/wait" });
    expect(typesOf(await client.untilType("ext_notify"))).toEqual(["response", "ext_notify"]);
    expect(await client.ask({ type: "get_state" })).toMatchObject({ data: { busy: true } });
    client.send({ type: "abort" });
    expect(typesOf(await client.untilType("done"))).toEqual(["response", "done"]);
    expect(await client.ask({ type: "get_state" })).toMatchObject({ data: { busy: false } });
    expect(await client.leave()).toBe(0);
  });

  test("does not keep a signal waiting", async () => {
    const client = await RpcClient.start(await hanging());
    client.send({ type: "prompt", message: "/wait" });
    await client.untilType("ext_notify");
    client.child.kill("SIGTERM");
    expect(await client.exited).toBe(143);
    expect(typesOf(client.frames)).toEqual(["response", "ext_notify", "done"]);
  });
});

describe("a signal", () => {
  test("ends the running prompt, and those behind it are told that they never start", async () => {
    const client = await withScript([slow, slow, slow]);
    for (const id of ["1", "2", "3"]) client.send({ type: "prompt", id, message: "go" });
    await client.untilType("text_delta");
    client.child.kill("SIGTERM");
    expect(await client.exited).toBe(143);
    expect(responsesIn(client.frames).map(({ id, success }) => [id, success])).toEqual([
      ["1", true],
      ["2", false],
      ["3", false],
    ]);
    expect(client.frames.slice(-2)).toEqual([
      { type: "turn_end", stop: "aborted" },
      { type: "done" },
    ]);
  });

  test("ends it even if nobody reads what it says", async () => {
    const home = await makeFolder();
    const script = join(home, "script.json");
    await writeFile(script, JSON.stringify([{ text: "x".repeat(1_000), repeat: 100_000 }]));
    const child = spawn(
      process.execPath,
      [join(repo, "packages/cli/dist/zot.cjs"), "rpc", "--provider", "offline"],
      {
        cwd: home,
        env: {
          PATH: process.env.PATH ?? "",
          HOME: home,
          ZOT_HOME: home,
          ZOT_OFFLINE_SCRIPT: script,
        },
        stdio: ["pipe", "pipe", "ignore"],
      },
    );
    child.stdin.write('{"type":"prompt","message":"go"}\n');
    const { stdout } = child;
    stdout.on("readable", () => undefined);
    while (stdout.readableLength < stdout.readableHighWaterMark) await nextRound();
    child.kill("SIGTERM");
    const [code] = (await once(child, "exit")) as [number];
    expect(code).toBe(143);
  });
});

test("a session that can't be saved is told once, and costs neither an answer nor the process", async () => {
  const home = await makeFolder();
  // A file where the folder should be: nothing can be written below it.
  writeFileSync(join(home, "taken"), "");
  const client = await RpcClient.start(["--session", join(home, "taken", "s.jsonl")]);
  client.send({ type: "prompt", message: "hi" });
  expect(typesOf(await client.untilType("done"))).toEqual(["response", "error", "done"]);
  for (const type of ["set_model", "clear"]) {
    const answer = await client.ask({ type, model: "offline" });
    expect(answer).toMatchObject({ success: false, error: /could not be saved/ });
  }
  expect(typesOf(client.frames).filter((type) => type === "error")).toHaveLength(1);
  expect(await client.ask({ type: "ping" })).toMatchObject({ success: true });
});

test("a wait before another try is told on stderr", async () => {
  const client = await withScript([
    [{ retry: { delay_ms: 1_000, reason: "the server is busy" } }, { text: "ok" }],
  ]);
  client.send({ type: "prompt", message: "go" });
  await client.untilType("done");
  expect(client.stderr).toBe("zot: trying again in 1 s: the server is busy\n");
  expect(await client.leave()).toBe(0);
});

test("a withheld answer is told on stderr, in every mode without a screen", async () => {
  const guard = `
const send = (frame) => process.stdout.write(JSON.stringify(frame) + "\\n");
send({ type: "hello", name: "mute", version: "1.0.0" });
send({ type: "subscribe", intercept: ["assistant_message"] });
send({ type: "ready" });
process.stdin.on("data", (bytes) => {
  for (const line of String(bytes).split("\\n").filter(Boolean)) {
    const { type, id } = JSON.parse(line);
    if (type === "event_intercept") send({ type: "event_intercept_response", id, block: true, reason: "a secret" });
  }
});
process.stdin.on("end", () => process.exit(0));
`;
  const folder = join(await makeFolder(), "mute");
  const ext = ["--ext", await writeExtension(folder, { name: "mute" }, { "main.mjs": guard })];
  for (const mode of ["-p", "--json"]) {
    const { stderr } = await runZot([mode, "--provider", "offline", ...ext, "hi"]);
    expect(stderr).toBe("zot: an extension withholds the answer: a secret\n");
  }
});
