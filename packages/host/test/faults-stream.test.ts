import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { LineReader } from "../src/connection/process/line-reader.js";
import { TimeSlicer } from "../src/connection/process/time-slicer.js";
import { Scene, textOf } from "./support/scene.js";

function messages(scene: Scene): string[] {
  return scene.of("note").map(({ message }) => message);
}

test("F14: hundreds of megabytes without a newline end the extension, and memory stays flat", async () => {
  const scene = new Scene();
  scene.addFixture("neighbour", "echo.mjs", "neighbour", "ping");
  scene.addFixture("no-newline", "no-newline.mjs");
  const before = process.memoryUsage().rss;
  const host = await scene.start();

  const { code, message } = await scene.event("fault");
  expect(code).toBe("line-too-long");
  expect(message).toMatch(
    /^extension no-newline was stopped: it sent a line longer than the limit/,
  );
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  await scene.event("state", ({ state }) => state === "failed");
  expect(textOf(await host.callTool("ping", {}))).toContain("neighbour");
});

test("F15: a flood of valid lines leaves time for everybody else", async () => {
  const scene = new Scene();
  scene.addFixture("neighbour", "echo.mjs", "neighbour", "ping");
  scene.addFixture("floods", "floods.mjs", "300000");
  const host = await scene.start();

  const isOver = () => messages(scene).includes("flood over");
  let rounds = 0;
  while (!isOver()) {
    expect(textOf(await host.callTool("ping", {}))).toContain("neighbour");
    rounds += 1;
  }
  // Whoever reads a whole flood in one go answers a handful of these.
  expect(rounds).toBeGreaterThan(20);
  expect(textOf(await host.callTool("done", {}))).toBe("still here");
});

test("F15: however many lines come at once, others get their turn between them", async () => {
  let handled = 0;
  let turns = 0;
  const ended = new Promise<void>((resolve) => {
    const stream = Readable.from([Buffer.from("{}\n".repeat(20_000))]);
    const reader = new LineReader(stream, {
      slicer: new TimeSlicer(),
      maxLineBytes: 1024,
      onLine: () => {
        for (let work = 0; work < 50; work += 1) JSON.parse('{"so":["much","to","do"]}');
        handled += 1;
      },
      onBytes: () => undefined,
      onEnd: resolve,
      divert: () => undefined,
    });
    reader.start();
  });
  const count = () => {
    turns += 1;
    if (handled < 20_000) setImmediate(count);
  };
  count();
  await ended;
  expect(handled).toBe(20_000);
  expect(turns).toBeGreaterThan(10);
});

test("F16: half a line before the exit is dropped and logged", async () => {
  const scene = new Scene();
  scene.addFixture("half-line", "half-line.py");
  const host = await scene.start({ timing: { backoffFirstMs: 100_000, backoffLastMs: 100_000 } });
  await scene.event("state", ({ state }) => state === "restarting");
  expect(scene.log("half-line")).toContain(
    "[zot] malformed json from extension: 22 bytes without a newline at the end",
  );
  expect(messages(scene)).toEqual([]);
  await host.stop();
});

test("F17, F18, F19, F20: odd bytes arrive intact or cost their own line only", async () => {
  const scene = new Scene();
  scene.addFixture("odd-bytes", "odd-bytes.py");
  const host = await scene.start();
  await scene.event("note", ({ message }) => message === "after proto");

  expect(messages(scene)).toEqual([
    "split \u2603 \u{1f600}",
    "line\u2028separator",
    "before lone cr",
    "after invalid utf-8",
    "after nul",
    "after deep json",
    "after proto",
  ]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  // The two lines with NULs; blank ones, a byte order mark and a CR are no noise.
  expect(host.extensions()[0]?.noise).toBe(2);
  const log = scene.log("odd-bytes");
  expect(log).toContain("is not UTF-8");
  expect(log).toContain("[zot] malformed json from extension: JSON nested deeper than");
  expect(log).toMatch(/\[zot\] malformed json from extension: .*__proto__/);
  expect(scene.shownFaults().map(({ code }) => code)).toEqual(
    expect.arrayContaining(["bad-bytes", "stdout-noise", "bad-frame"]),
  );
});

test("F21: noise on stdout is counted, logged to a bound, and shown once with the fix", async () => {
  const scene = new Scene();
  scene.addFixture("noisy", "noisy.mjs");
  const host = await scene.start();

  expect(textOf(await host.callTool("fine", {}))).toBe("fine");
  expect(host.extensions()[0]?.noise).toBe(31);
  expect(scene.shownFaults().filter(({ code }) => code === "stdout-noise")).toMatchObject([
    { message: expect.stringMatching(/^extension noisy prints to stdout.*stderr/) as string },
  ]);
  expect(host.tools().map(({ name }) => name)).toEqual(["fine"]);
  await host.stop();
  const log = scene.log("noisy");
  expect(log.match(/malformed json from extension: Listening/g)).toHaveLength(20);
  expect(log).toContain("[zot] stdout noise: 31 in all");
  expect(log).toContain('[zot] unknown frame type "from_the_future"');
  expect(log).toContain("[zot] bad register_tool frame: schema:");
});

test("a misspelt frame type is told with the one that was meant; one from the future is not", async () => {
  const scene = new Scene();
  const lines = ["hello", "from_the_future", "regster_tool", "ready"].map((type) =>
    JSON.stringify({ type, name: "typo" }),
  );
  scene.add("typo", { exec: "sh", args: ["-c", `printf '%s\\n' '${lines.join("' '")}'; cat`] });
  const host = await scene.start();

  expect(scene.shownFaults().map(({ message }) => message)).toEqual([
    'extension typo: unknown frame type "regster_tool"; did you mean register_tool?',
  ]);
  await host.stop();
  expect(scene.log("typo")).toContain('[zot] unknown frame type "regster_tool"; did you mean');
});
