import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { fixture, Scene, textOf } from "./support/scene.js";

const SECRET = 'sk-"canary"-0123456789';

function leaky(scene: Scene): void {
  scene.add(
    "leaky",
    { exec: process.execPath, args: ["main.mjs"] },
    {
      "main.mjs": `
        import { answer, greet, send, serve, tool } from ${JSON.stringify(fixture("wire.mjs"))};
        greet("leaky"); tool("echo"); send({ type: "ready" });
        serve({ tool_call({ id, args }) {
          process.stderr.write("first " + args.text.slice(0, 8));
          setTimeout(() => { process.stderr.write(args.text.slice(8) + " end\\n", () => answer(id, args.text)); }, 20);
          console.log("noise " + args.text);
        } });`,
    },
  );
}

test("every frame can be traced as NDJSON, with secrets redacted there and in the log", async () => {
  const scene = new Scene();
  leaky(scene);
  const trace = join(scene.root, "traces/frames.ndjson");
  const host = await scene.start({ trace, frames: true, secrets: () => [SECRET] });
  expect(textOf(await host.callTool("echo", { text: SECRET }, { id: "c1" }))).toBe(SECRET);
  await host.stop();

  const lines = readFileSync(trace, "utf8").trim().split("\n");
  const frames = lines.map((line) => JSON.parse(line) as { direction: string; frame: object });
  expect(
    frames.map(({ direction, frame }) => [direction, (frame as { type: string }).type]),
  ).toEqual([
    ["in", "hello"],
    ["out", "hello_ack"],
    ["in", "register_tool"],
    ["in", "ready"],
    ["out", "tool_call"],
    ["in", "tool_result"],
  ]);
  expect(frames.at(-1)).toMatchObject({
    extension: "leaky",
    frame: { id: "c1", content: [{ type: "text", text: "[redacted]" }] },
  });
  expect(statSync(trace).mode & 0o077).toBe(0);
  expect(readFileSync(trace, "utf8")).not.toContain("canary");
  expect(scene.log("leaky")).not.toContain("canary");
  expect(scene.log("leaky")).toContain("first [redacted] end\n");
  expect(scene.of("frame").map(({ direction, frame }) => [direction, frame.type])).toContainEqual([
    "out",
    "tool_call",
  ]);
});

test("states and faults reach the injected logger, and the library never prints", async () => {
  const scene = new Scene();
  scene.add("missing", { exec: "no-such-program-anywhere" });
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const out = vi.spyOn(process.stdout, "write");
  const err = vi.spyOn(process.stderr, "write");
  const host = scene.host({ logger });
  host.subscribe(() => {
    throw new Error("a bad listener");
  });
  await host.start();
  expect(out).not.toHaveBeenCalled();
  expect(err).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  expect(logger.info.mock.calls).toMatchObject([
    [{ extension: "missing", state: "unavailable" }, {}],
  ]);
  expect(logger.warn.mock.calls).toMatchObject([[{ code: "unavailable" }, {}]]);
  expect(logger.error).toHaveBeenCalled();
});

test("every fault is published as data: code, extension, details, and how often it came up", async () => {
  const scene = new Scene();
  scene.addFixture("first", "echo.mjs", "first", "ping", "pong");
  scene.addFixture("second", "echo.mjs", "second", "ping", "pong");
  const host = await scene.start({ builtinTools: ["pong"] });
  host.tools();
  const taken = { type: "fault", code: "name-taken" };
  expect(scene.of("fault")).toMatchObject([
    { ...taken, extension: "first", count: 1, details: { name: "pong", owner: "zot itself" } },
    {
      ...taken,
      extension: "second",
      count: 1,
      details: { name: "ping", owner: "extension first" },
    },
    { ...taken, extension: "second", count: 2, details: { name: "pong", owner: "zot itself" } },
  ]);
});

test("a log that can't be written is a message, not a failure", async () => {
  const scene = new Scene();
  scene.addFixture("echo", "echo.mjs", "echo", "ping");
  // A file where the folder should be stops root as well.
  mkdirSync(scene.zotHome, { recursive: true });
  writeFileSync(join(scene.zotHome, "logs"), "");
  const host = await scene.start();
  expect(textOf(await host.callTool("ping", {}))).toContain("echo");
  expect(scene.shownFaults()).toMatchObject([
    { extension: "echo", message: expect.stringContaining("its log can't be written") as string },
  ]);
});

test("a listener that left hears nothing more", async () => {
  const scene = new Scene();
  scene.add("missing", { exec: "no-such-program-anywhere" });
  const host = scene.host();
  const listener = vi.fn();
  host.subscribe(listener)();
  await host.start();
  expect(listener).not.toHaveBeenCalled();
  expect(scene.events.length).toBeGreaterThan(0);
});
