import { expect, test } from "vitest";
import { Scene, textOf } from "./support/scene.js";

const ready = (scene: Scene, name: string, times: number) =>
  scene.event("state", (event) => {
    const isReady = event.extension === name && event.state === "ready";
    const count = scene.of("state").filter((e) => e.extension === name && e.state === "ready");
    return isReady && count.length >= times;
  });

test("F7: killed in the middle of a call: the call fails at once, and the extension restarts", async () => {
  const scene = new Scene();
  scene.addFixture("dies-mid-call", "dies-mid-call.mjs");
  scene.addFixture("neighbour", "echo.mjs", "neighbour", "ping");
  const host = await scene.start({ timing: { backoffFirstMs: 200 } });
  const pid = textOf(await host.callTool("pid", {}));

  const died = await host.callTool("die", {});
  expect(died.is_error).toBe(true);
  expect(textOf(died)).toBe(
    "extension dies-mid-call/die failed: extension dies-mid-call disconnected",
  );
  // Meanwhile its tools are still its own, and say what is the matter.
  expect(host.extensions().at(0)?.state).toBe("restarting");
  expect(host.tools().map(({ name }) => name)).toEqual(["die", "pid", "ping"]);
  expect(textOf(await host.callTool("pid", {}))).toBe(
    "extension dies-mid-call/pid failed: extension dies-mid-call disconnected; it is restarting",
  );
  expect(textOf(await host.callTool("ping", {}))).toContain('"from":"neighbour"');

  await ready(scene, "dies-mid-call", 2);
  const next = await host.callTool("pid", {});
  expect(next.is_error).toBe(false);
  expect(textOf(next)).not.toBe(pid);
  expect(scene.shownFaults()).toMatchObject([
    { code: "crashed", message: expect.stringContaining("killed by SIGKILL") as string },
  ]);
});

test("F8: a crash loop stops at five, visibly, and a manual restart resets the count", async () => {
  const scene = new Scene();
  scene.addFixture("crash-loop", "crash-loop.mjs");
  const host = await scene.start({ timing: { backoffFirstMs: 5, backoffLastMs: 10 } });
  await scene.event("fault", ({ code }) => code === "crash-loop");

  const starts = () => scene.log("crash-loop").match(/\[zot\] starting/g)?.length;
  expect(starts()).toBe(5);
  expect(host.extensions().at(0)).toMatchObject({ state: "failed" });
  expect(host.extensions().at(0)?.reason).toContain("cannot open the database");
  expect(host.tools()).toEqual([]);
  expect(textOf(await host.callTool("never", {}))).toMatch(
    /^extension crash-loop\/never failed: extension crash-loop disconnected; it is failed: crashed 5 times/,
  );

  scene.events.length = 0;
  await host.reload("crash-loop");
  await scene.event("fault", ({ code }) => code === "crash-loop");
  expect(starts()).toBe(10);
});

test("F8: the waits between tries double up to their last value", async () => {
  const { Supervisor } = await import("../src/lifecycle/supervisor.js");
  const { TIMING, LIMITS } = await import("../src/index.js");
  const supervisor = new Supervisor({ ...TIMING, ...LIMITS, crashes: 9 });
  const waits = Array.from({ length: 9 }, (_, crash) => supervisor.crashed(crash));
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000, undefined]);
  supervisor.reset();
  expect(supervisor.crashed(0)).toBe(250);
  expect(supervisor.crashed(TIMING.crashWindowMs)).toBe(250);
});

test("F9: a hanging call ends at its deadline with tool_cancel, and the process stays", async () => {
  const scene = new Scene();
  scene.addFixture("hangs", "hangs.mjs");
  const host = await scene.start({ timing: { toolMs: 1_000 } });
  const { pid } = host.extensions()[0] ?? {};

  const result = await host.callTool("hang", {});
  expect(result.is_error).toBe(true);
  expect(textOf(result)).toBe("extension hangs/hang failed: timeout waiting for hangs/hang (1 s)");
  expect(textOf(await host.callTool("alive", {}))).toBe("hang cancelled alive");
  expect(host.extensions()[0]).toMatchObject({ state: "ready", pid });
});

test("F9: an aborted call is cancelled too, and only those that declared it hear of it", async () => {
  const scene = new Scene();
  scene.addFixture("hangs", "hangs.mjs");
  const host = await scene.start();
  const abort = new AbortController();
  const call = host.callTool("hang", {}, { signal: abort.signal });
  abort.abort();
  expect(textOf(await call)).toBe("extension hangs/hang failed: context canceled");
  expect(textOf(await host.callTool("alive", {}))).toBe("hang cancelled alive");

  const other = new Scene();
  other.addFixture("hangs", "hangs.mjs", "no-cancel");
  const plain = await other.start();
  await plain.callTool("hang", {}, { signal: AbortSignal.timeout(20) });
  expect(textOf(await plain.callTool("alive", {}))).toBe("hang alive");
});

test("F10: late replies and unknown ids are dropped, and logged once", async () => {
  const scene = new Scene();
  scene.addFixture("hangs", "hangs.mjs");
  const host = await scene.start();
  await host.callTool("hang", {}, { id: "mine", signal: AbortSignal.timeout(20) });
  await host.callTool("alive", {});

  const dropped = scene.log("hangs").match(/\[zot\] tool_result for .*dropped/g);
  expect(dropped).toEqual(['[zot] tool_result for "mine", which nobody waits for; dropped']);
  expect(host.extensions()[0]?.state).toBe("ready");
});
