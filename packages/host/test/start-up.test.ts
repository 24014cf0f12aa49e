import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ExtensionHost, HostOptions } from "../src/index.js";
import { fixture, Scene, textOf } from "./support/scene.js";
import { until } from "./support/wait.js";

const call = { tool_id: "c1", tool_name: "bash", tool_args: { command: "ls" } };
const SAYS_NO = { blocked: true, by: "guard", reason: "guard says no" };

/** A guard whose steps are let through one by one, and a place where everything is quick. */
function makeGuard(manifest: Record<string, unknown> = {}, policy?: "allow" | "deny") {
  const scene = new Scene();
  const folder = join(scene.root, "steps");
  mkdirSync(folder);
  const args = [fixture("late-guard.mjs"), "guard", folder, ...(policy ? [policy] : [])];
  scene.addGlobal("guard", { exec: process.execPath, args, ...manifest });
  return {
    scene,
    allow: (...steps: string[]) => {
      for (const step of steps) writeFileSync(join(folder, step), "");
    },
    withdraw: (...steps: string[]) => {
      for (const step of steps) rmSync(join(folder, step));
    },
    host: (options: Partial<HostOptions> = {}) =>
      scene.host({
        ...options,
        timing: { backoffFirstMs: 5, readySilenceMs: 300, ...options.timing },
      }),
  };
}

/** Whether it is settled by now: whatever is due in this round of the event loop has happened. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

const stateOf = (host: ExtensionHost) => host.extensions()[0]?.state;

test("R26: a decision waits for an extension that has not said hello, and then asks it", async () => {
  const { scene, allow, host: make } = makeGuard();
  const host = make();
  const started = host.start();
  const decision = host.intercept("tool_call", call);
  await scene.event("state", ({ state }) => state === "starting");
  expect(await isSettled(Promise.race([started, decision]))).toBe(false);
  expect(host.starting()).toEqual(["guard"]);
  allow("hello", "subscribe", "ready", "answer");
  expect(await decision).toEqual(SAYS_NO);
  await started;
  expect(host.starting()).toEqual([]);
});

test("R26: it waits for the registrations after hello too, silence or not being what ends them", async () => {
  const { scene, allow, host: make } = makeGuard();
  const host = make({ timing: { readySilenceMs: 100_000, readyLimitMs: 100_000 } });
  const started = host.start();
  const decision = host.intercept("tool_call", call);
  allow("hello");
  await scene.event("state", ({ state }) => state === "registering");
  expect(await isSettled(Promise.race([started, decision]))).toBe(false);
  allow("subscribe", "ready", "answer");
  expect(await decision).toEqual(SAYS_NO);
  await started;
});

test("R26: an abort ends the wait of whoever waits, and of nobody else", async () => {
  const { allow, host: make } = makeGuard();
  const host = make();
  const started = host.start();
  const ended = new AbortController();
  const waited = host.settled(ended.signal);
  const decision = host.intercept("tool_call", call, { signal: ended.signal });
  ended.abort();
  await waited;
  expect(await decision).toMatchObject({ blocked: false });
  expect(await isSettled(started)).toBe(false);
  allow("hello", "subscribe", "ready");
  await started;
});

test("R26: one that crashes before it is ready, and is tried again, is still waited for", async () => {
  const { scene, allow, host: make } = makeGuard();
  const host = make();
  allow("crash-once");
  const started = host.start();
  const decision = host.intercept("tool_call", call);
  await scene.event("fault", ({ code }) => code === "crashed");
  expect(await isSettled(Promise.race([started, decision]))).toBe(false);
  expect(host.starting()).toEqual(["guard"]);
  allow("hello", "subscribe", "ready", "answer");
  expect(await decision).toEqual(SAYS_NO);
  await started;
});

test("R26: one that crashes for good is no longer waited for", async () => {
  const { scene, allow, host: make } = makeGuard();
  const host = make();
  allow("crash");
  await host.start();
  expect(stateOf(host)).toBe("failed");
  expect(scene.shownFaults().map(({ code }) => code)).toEqual(["crashed", "crash-loop"]);
  expect(await host.intercept("tool_call", call)).toMatchObject({ blocked: false });
});

test("R26: the start time counts over all tries: one that would be tried again after it is given up", async () => {
  const { scene, allow, host: make } = makeGuard({ start_timeout_ms: 60_000 });
  const host = make({ timing: { backoffFirstMs: 100_000, backoffLastMs: 100_000 } });
  allow("crash");
  await host.start();
  expect(stateOf(host)).toBe("failed");
  const { message } = await scene.event("fault", ({ code }) => code === "crash-loop");
  expect(message).toBe(
    "extension guard crashed in the 60 s that it may take to start, and was stopped: exit code 1; /reload-ext guard starts it again",
  );
});

test("R26: start_timeout_ms of the manifest says how long its hello is waited for", async () => {
  const { scene, host: make } = makeGuard({ start_timeout_ms: 150 });
  const host = make();
  await host.start();
  const { code, message } = await scene.event("fault");
  expect(code).toBe("hello-timeout");
  expect(message).toContain("did not say hello within 0.15 s");
  expect(stateOf(host)).toBe("failed");
});

test("R26: a manifest can't ask for a start without end", async () => {
  const { scene, host: make } = makeGuard({ start_timeout_ms: Number.MAX_SAFE_INTEGER });
  await make({ timing: { longestStartMs: 150 } }).start();
  expect((await scene.event("fault")).message).toContain("did not say hello within 0.15 s");
});

test("R26: a guard that never came up denies what its manifest says that it intercepts, and nothing else", async () => {
  const { host: make } = makeGuard({ start_timeout_ms: 150, intercepts: ["tool_call"] });
  const host = make();
  await host.start();
  expect(await host.intercept("tool_call", call)).toMatchObject({
    blocked: true,
    by: "guard",
    reason: expect.stringMatching(
      /is not running: .*did not say hello.*; refused, because its manifest says that it guards this$/,
    ) as string,
  });
  expect(await host.intercept("turn_start", { step: 1 })).toMatchObject({ blocked: false });
  expect(host.extensions()[0]).toMatchObject({ intercepts: ["tool_call"], onFailure: "deny" });
  await host.stop();
  const allowed = make({ onFailure: { guard: "allow" } });
  await allowed.start();
  expect(await allowed.intercept("tool_call", call)).toMatchObject({ blocked: false });
});

test.each([
  ["its manifest says that it guards", { intercepts: ["tool_call"] }, {}],
  ["the user said deny", {}, { guard: "deny" as const }],
])(
  "R26: without the wait, one that is starting denies when %s, at each step until it is in place",
  async (_, manifest, onFailure) => {
    const { scene, allow, host: make } = makeGuard(manifest);
    const host = make({ onFailure, timing: { readySilenceMs: 100_000, readyLimitMs: 100_000 } });
    const started = host.start();
    await scene.event("state", ({ state }) => state === "starting");
    expect(host.skipStarting()).toEqual(["guard"]);
    await started;
    const refusal = {
      blocked: true,
      reason: expect.stringContaining("is still starting") as string,
    };
    expect(await host.intercept("tool_call", call)).toMatchObject(refusal);
    allow("hello");
    await scene.event("state", ({ state }) => state === "registering");
    expect(await host.intercept("tool_call", call)).toMatchObject(refusal);
    allow("subscribe", "ready", "answer");
    await scene.event("state", ({ state }) => state === "ready");
    expect(await host.intercept("tool_call", call)).toEqual(SAYS_NO);
  },
);

test("R26: silence makes no one ready who has not subscribed yet to what its manifest announced", async () => {
  const { scene, allow, host: make } = makeGuard({ intercepts: ["tool_call"] });
  const host = make({ timing: { readyLimitMs: 400 } });
  const started = host.start();
  const decision = host.intercept("tool_call", call);
  allow("hello");
  await started;
  expect(scene.log("guard")).toContain("[zot] timed out waiting for ready frame; proceeding");
  // Ready by the clock, but not in place: it denies until it is.
  expect(await decision).toMatchObject({
    blocked: true,
    reason: expect.stringContaining("has not subscribed yet") as string,
  });
  allow("subscribe", "answer");
  await until(() => host.extensions()[0]?.onFailure === "allow");
  expect(await host.intercept("tool_call", call)).toEqual(SAYS_NO);
});

test("R26: a guard that denies is passed neither while it restarts, nor by its next process before that subscribes", async () => {
  const { scene, allow, withdraw, host: make } = makeGuard({}, "deny");
  const host = make({ timing: { backoffFirstMs: 5 } });
  allow("hello", "subscribe", "ready", "answer");
  await host.start();
  expect(await host.intercept("tool_call", call)).toEqual(SAYS_NO);
  withdraw("hello", "subscribe", "ready");
  process.kill(host.extensions()[0]?.pid ?? 0, "SIGKILL");
  await scene.event("state", ({ state }) => state === "restarting");
  const denied = { blocked: true, by: "guard" };
  expect(await host.intercept("tool_call", call)).toMatchObject(denied);
  allow("hello");
  // It counts as ready after a silence, and has still more to say.
  await until(() => scene.of("state").filter(({ state }) => state === "ready").length === 2);
  expect(await host.intercept("tool_call", call)).toMatchObject({
    ...denied,
    reason: expect.stringContaining("has not subscribed yet") as string,
  });
  allow("subscribe");
  await until(() => scene.of("registrations").length > 2);
  expect(await host.intercept("tool_call", call)).toEqual(SAYS_NO);
});

test("R26: a process that says that it is ready, and guards nothing any more, is taken at its word", async () => {
  const { scene, allow, host: make } = makeGuard({}, "deny");
  const host = make();
  allow("hello", "subscribe", "ready");
  await host.start();
  const dir = join(scene.zotHome, "extensions/guard");
  const args = [fixture("echo.mjs"), "guard", "ping"];
  scene.write(dir, { name: "guard", exec: process.execPath, args }, {});
  expect(await host.reload("guard")).toMatchObject([{ ok: true }]);
  expect(await host.intercept("tool_call", call)).toMatchObject({ blocked: false });
});

test("R26: a new guard that a reload finds is waited for as at the start", async () => {
  const { scene, allow, host: make } = makeGuard();
  const host = make({ discover: { global: false } });
  await host.start();
  await host.stop();
  const later = make();
  rmSync(join(scene.zotHome, "extensions"), { recursive: true });
  await later.start();
  expect(await later.intercept("tool_call", call)).toMatchObject({ blocked: false });
  scene.addGlobal("guard", {
    exec: process.execPath,
    args: [fixture("late-guard.mjs"), "guard", join(scene.root, "steps")],
  });
  const reloaded = later.reload();
  await scene.event("state", ({ state }) => state === "starting");
  const decision = later.intercept("tool_call", call);
  expect(await isSettled(decision)).toBe(false);
  allow("hello", "subscribe", "ready", "answer");
  expect(await decision).toEqual(SAYS_NO);
  await reloaded;
});

test("R26: while the user is asked for trust, decisions wait", async () => {
  const scene = new Scene();
  const args = [fixture("guard.mjs"), "guard", "block"];
  scene.addProject("guard", { exec: process.execPath, args });
  let answer!: (decision: "once") => void;
  let isAsked!: () => void;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const host = scene.host({
    decideTrust: () =>
      new Promise((decide) => {
        answer = decide;
        isAsked();
      }),
  });
  void host.start();
  const decision = host.intercept("tool_call", call);
  await asked;
  expect(await isSettled(decision)).toBe(false);
  answer("once");
  expect(await decision).toEqual(SAYS_NO);
});

test("a host that is stopped holds nobody back", async () => {
  const { host: make } = makeGuard();
  const host = make({ timing: { shutdownMs: 20, terminateMs: 200 } });
  const started = host.start();
  const decision = host.intercept("tool_call", call);
  await host.stop();
  await started;
  await decision;
});

test("those that are up answer while others start", async () => {
  const { scene, host: make } = makeGuard();
  scene.addGlobal("ape", { exec: process.execPath, args: [fixture("echo.mjs"), "ape", "ping"] });
  const host = make();
  void host.start();
  await scene.event("state", ({ extension, state }) => extension === "ape" && state === "ready");
  expect(textOf(await host.callTool("ping", {}))).toContain('"from":"ape"');
  expect(host.starting()).toEqual(["guard"]);
});
