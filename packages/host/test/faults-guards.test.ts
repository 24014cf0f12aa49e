import { expect, test } from "vitest";
import { Scene, textOf } from "./support/scene.js";

const call = { tool_id: "c1", tool_name: "bash", tool_args: { command: "ls" } };
const timing = { interceptMs: 10_000, backoffFirstMs: 100_000, backoffLastMs: 100_000 };
const impatient = { ...timing, interceptMs: 100 };

for (const [behaviour, words] of [
  ["hang", "timed out"],
  ["crash", "died"],
  ["garbage", "answered with a frame that could not be read"],
  ["hostile", "answered with a frame that could not be read"],
] as const) {
  test(`F11: an interceptor that fails (${behaviour}) allows by default`, async () => {
    const scene = new Scene();
    scene.addFixture("guard", "guard.mjs", "guard", behaviour);
    const host = await scene.start({ timing: behaviour === "hang" ? impatient : timing });
    expect(await host.intercept("tool_call", call)).toEqual({
      blocked: false,
      subject: call,
      rewrittenBy: [],
    });
    expect(scene.log("guard")).toContain(`[zot] intercept tool_call ${words}; allowing`);
    expect(scene.shownFaults().map(({ code }) => code)).toContain("intercept-failed");
  });

  test(`F11: an interceptor that fails (${behaviour}) denies when it said so`, async () => {
    const scene = new Scene();
    scene.addFixture("guard", "guard.mjs", "guard", behaviour, "deny");
    const host = await scene.start({ timing: behaviour === "hang" ? impatient : timing });
    const decision = await host.intercept("tool_call", call);
    expect(decision).toMatchObject({ blocked: true, by: "guard" });
    expect(decision.blocked && decision.reason).toMatch(/^tool call refused by extension guard: /);
    expect(decision.blocked && decision.reason).toContain(words);
  });
}

test("F11: a guard that denies and died earlier still denies, and the user can overrule it", async () => {
  const scene = new Scene();
  scene.addFixture("guard", "guard.mjs", "guard", "crash", "deny");
  const host = await scene.start({ timing });
  await host.intercept("tool_call", call);
  await scene.event("state", ({ state }) => state === "restarting");
  expect(await host.intercept("tool_call", call)).toMatchObject({
    blocked: true,
    reason: expect.stringContaining("is not running") as string,
  });
  await host.stop();

  const overruled = await scene.start({ timing, onFailure: { guard: "allow" } });
  expect(await overruled.intercept("tool_call", call)).toMatchObject({ blocked: false });
  expect(overruled.extensions()[0]?.onFailure).toBe("allow");
});

test("F11: the user can make any guard deny, even one that never came up", async () => {
  const scene = new Scene();
  scene.add("guard", { exec: "no-such-program-anywhere" });
  const host = await scene.start({ onFailure: { guard: "deny" } });
  expect(await host.intercept("tool_call", call)).toMatchObject({ blocked: true, by: "guard" });
  expect(await host.intercept("turn_start", { step: 1 })).toMatchObject({ blocked: false });
});

test("F12: rewrites chain in the order of discovery, and all that rewrote are named", async () => {
  const scene = new Scene();
  for (const name of ["zebra", "ape", "lion"]) {
    scene.addFixture(name, "guard.mjs", name, name === "ape" ? "allow" : "rewrite");
  }
  const host = await scene.start();
  expect(await host.intercept("tool_call", call)).toEqual({
    blocked: false,
    subject: { ...call, tool_args: { command: "ls", path: ["zebra", "lion"] } },
    rewrittenBy: ["zebra", "lion"],
  });
  expect(await host.intercept("assistant_message", { text: "hi" })).toMatchObject({
    subject: { text: "hi zebra lion" },
  });
  expect(await host.intercept("before_agent_start", { system_prompt: "be" })).toMatchObject({
    subject: { system_prompt: "be zebra lion" },
  });
  expect(await host.intercept("turn_start", { step: 1 })).toEqual({
    blocked: false,
    subject: { step: 1 },
    rewrittenBy: [],
  });
});

test("F12: the first block wins and nobody after it is asked; a silent block has a default reason", async () => {
  const scene = new Scene();
  scene.addFixture("first", "guard.mjs", "first", "block");
  scene.addFixture("second", "guard.mjs", "second", "hang", "deny");
  const host = await scene.start();
  expect(await host.intercept("tool_call", call)).toEqual({
    blocked: true,
    by: "first",
    reason: "first says no",
  });
  await host.stop();

  const silent = new Scene();
  silent.addFixture("silent", "guard.mjs", "silent", "block-silently");
  const quiet = await silent.start();
  expect(await quiet.intercept("tool_call", call)).toMatchObject({
    reason: "tool call refused by extension guard",
  });
  expect(await quiet.intercept("turn_start", { step: 1 })).toMatchObject({
    reason: "turn blocked by extension guard",
  });
});

test("F12: an empty system prompt removes it", async () => {
  const scene = new Scene();
  scene.addFixture("guard", "guard.mjs", "guard", "empty");
  const host = await scene.start();
  expect(await host.intercept("before_agent_start", { system_prompt: "be" })).toMatchObject({
    subject: { system_prompt: "" },
    rewrittenBy: ["guard"],
  });
});

test("F13: an interceptor that makes a tool call before it answers is refused the recursion", async () => {
  const scene = new Scene();
  scene.addFixture("guard-loop", "guard-loop.mjs", "before");
  const host = await scene.start();
  expect(await host.intercept("tool_call", call)).toMatchObject({ blocked: false });
  const { asked, calls, replies } = JSON.parse(textOf(await host.callTool("count", {}))) as {
    asked: number;
    calls: number;
    replies: string[];
  };
  expect({ asked, calls }).toEqual({ asked: 1, calls: 1 });
  expect(replies).toEqual(["call_tool refused: recursion: it is deciding about a tool call"]);
});

test("F13: an interceptor is not asked about the call that it makes itself", async () => {
  const scene = new Scene();
  scene.addFixture("guard-loop", "guard-loop.mjs", "after");
  const host = await scene.start();
  await host.intercept("tool_call", call);
  const count = async () =>
    JSON.parse(textOf(await host.callTool("count", {}))) as {
      asked: number;
      calls: number;
      replies: string[];
    };
  let seen = await count();
  while (seen.replies.length === 0) seen = await count();
  expect(seen).toMatchObject({ asked: 1, calls: 1 });
});

test("F13: a tool that calls itself through the host is refused", async () => {
  const scene = new Scene();
  scene.addFixture("guard-loop", "guard-loop.mjs", "after");
  const host = await scene.start();
  expect(textOf(await host.callTool("nest", {}))).toBe("call_tool refused: recursion: nest → nest");
});
