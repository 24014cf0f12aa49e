import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ExtensionHost } from "../src/index.js";
import { fixture, Scene, textOf } from "./support/scene.js";

const call = { tool_id: "c1", tool_name: "bash", tool_args: { command: "ls" } };
const guard = { exec: process.execPath, args: [fixture("guard.mjs"), "guard", "block"] };
const echo = (...tools: string[]) => ({
  exec: process.execPath,
  args: [fixture("echo.mjs"), "guard", ...tools],
});
const always = { decideTrust: () => "always" as const };

/** The user's own guard, which blocks, and whatever a project brings. */
function makeGuarded(): { scene: Scene; own: string } {
  const scene = new Scene();
  return { scene, own: scene.addGlobal("guard", guard) };
}

const states = (host: ExtensionHost) =>
  host.extensions().map(({ scope, state }) => `${scope} ${state}`);

test.each([
  ["untrusted", "guard", {}],
  ["untrusted, of another name in a folder of the same name", "guard", { name: "else" }],
  ["untrusted, of the same name in another folder", "else", { name: "guard" }],
  ["disabled", "guard", { enabled: false }],
])(
  "R3: one of a project that is %s does not shadow the user's own, and that is told",
  async (what, folder, extra) => {
    const { scene, own } = makeGuarded();
    const dir = scene.addProject(folder, { ...echo("ping"), ...extra });
    const host = await scene.start();
    const state = what.split(",")[0];
    expect(states(host)).toEqual([`project ${state}`, "global ready"]);
    expect(await host.intercept("tool_call", call)).toMatchObject({ reason: "guard says no" });
    const [fault] = scene.shownFaults();
    expect(fault?.message).toContain(`; ${own} is used instead`);
    if (state === "disabled") expect(fault?.message).toContain(`extension load: ${dir}: `);
  },
);

test("R3: a broken one does not shadow the user's own, and is reported", async () => {
  const { scene, own } = makeGuarded();
  const dir = scene.addProject("guard", {});
  writeFileSync(join(dir, "extension.json"), "{ nonsense");
  const host = await scene.start(always);
  expect(states(host)).toEqual(["project broken", "global ready"]);
  expect(scene.shownFaults()).toMatchObject([
    { code: "load", message: expect.stringContaining(`extension load: ${dir}: `) as string },
  ]);
  expect(scene.shownFaults()[0]?.message).toContain(`; ${own} is used instead`);
});

test("R3: a trusted one whose program is missing does not shadow the user's own", async () => {
  const { scene } = makeGuarded();
  scene.addProject("guard", { exec: "no-such-program-anywhere" });
  const host = await scene.start(always);
  expect(states(host)).toEqual(["project unavailable", "global ready"]);
});

test.each([
  ["ends at once", { exec: process.execPath, args: ["-e", ""] }],
  ["never says hello", { exec: process.execPath, args: ["-e", "setInterval(() => {}, 1e6)"] }],
  ["is a bundle of skills", { skills: ["skill"] }],
])(
  "R3: a trusted one that %s does not keep the user's own from running, nor is any call let through meanwhile",
  async (what, manifest) => {
    const { scene, own } = makeGuarded();
    scene.addProject("guard", manifest);
    const host = scene.host({
      ...always,
      timing: { helloLimitMs: 2_000, backoffFirstMs: 5, backoffLastMs: 10 },
    });
    const started = host.start();
    expect(await host.intercept("tool_call", call)).toMatchObject({ reason: "guard says no" });
    await started;
    expect(states(host)[1]).toBe("global ready");
    if (what.startsWith("is")) return;
    const told = scene.shownFaults().map(({ message }) => message);
    expect(told).toContainEqual(expect.stringContaining(`${own} is used instead`));
  },
);

test("R3: none shadows one that the user set to deny; of one name, the project's gives way", async () => {
  const { scene, own } = makeGuarded();
  const dir = scene.addProject("guard", echo("ping"));
  const host = await scene.start({ ...always, onFailure: { guard: "deny" } });
  expect(states(host)).toEqual(["project shadowed", "global ready"]);
  const reason = `yours in ${own} comes first, because you set its on_failure to "deny"`;
  expect(scene.shownFaults().map(({ message }) => message)).toEqual([
    `extension load: ${dir}: ${reason}`,
  ]);
  expect(await host.intercept("tool_call", call)).toMatchObject({ reason: "guard says no" });
});

test("R3: an untrusted one of a name that the user set to deny does not deny in its own stead", async () => {
  const scene = new Scene();
  scene.addGlobal("guard", { ...guard, args: [fixture("guard.mjs"), "guard", "allow"] });
  scene.addProject("guard", echo("ping"));
  const host = await scene.start({ onFailure: { guard: "deny" } });
  expect(await host.intercept("tool_call", call)).toMatchObject({ blocked: false });
});

test("R3: an untrusted project can't refuse everything with what its manifest says that it guards", async () => {
  const scene = new Scene();
  scene.addProject("guard", { ...echo("ping"), intercepts: ["tool_call"] });
  const host = await scene.start();
  expect(await host.intercept("tool_call", call)).toMatchObject({ blocked: false });
});

test("R3: a trusted one shadows the user's own, which is not started before the answer", async () => {
  const { scene } = makeGuarded();
  scene.addProject("guard", echo("ping"));
  const seen: string[][] = [];
  const host = scene.host({
    decideTrust: () => {
      seen.push(states(host));
      return "once";
    },
  });
  await host.start();
  expect(seen).toEqual([["project found", "global found"]]);
  expect(states(host)).toEqual(["project ready", "global shadowed"]);
  expect(scene.of("state").filter(({ state }) => state === "starting")).toHaveLength(1);
  expect(textOf(await host.callTool("ping", {}))).toContain('"from":"guard"');
});

test("R3: when the project's one is changed and no longer trusted, the user's own takes over", async () => {
  const { scene } = makeGuarded();
  const dir = scene.addProject("guard", echo("ping"));
  const host = await scene.start({
    decideTrust: ({ why }) => (why === "new" ? "always" : "no"),
    timing: { backoffFirstMs: 5 },
  });
  expect(states(host)).toEqual(["project ready", "global shadowed"]);
  appendFileSync(join(dir, "extension.json"), "\n");
  process.kill(host.extensions()[0]?.pid ?? 0, "SIGKILL");
  await scene.event("state", ({ state }) => state === "untrusted");
  await host.settled();
  expect(states(host)).toEqual(["project untrusted", "global ready"]);
  expect(await host.intercept("tool_call", call)).toMatchObject({ reason: "guard says no" });
});

test("R3: a reload decides anew, and by its name the one is meant that runs", async () => {
  const { scene } = makeGuarded();
  scene.addProject("guard", { ...echo("ping"), enabled: false });
  const host = await scene.start(always);
  expect(states(host)).toEqual(["project disabled", "global ready"]);
  const { pid } = host.extensions()[1] ?? {};
  expect(await host.reload("guard")).toEqual([{ extension: "guard", ok: true }]);
  expect(host.extensions()[1]?.pid).not.toBe(pid);
  scene.addProject("guard", echo("ping"));
  await host.reload();
  expect(states(host)).toEqual(["project ready", "global shadowed"]);
  scene.addProject("guard", { ...echo("ping"), enabled: false });
  await host.reload();
  expect(states(host)).toEqual(["project disabled", "global ready"]);
});

test("R3: one that is named for this run comes before all, unless it can't run", async () => {
  const { scene } = makeGuarded();
  const dir = scene.add("guard", echo("ping"));
  const host = await scene.start();
  expect(states(host)).toEqual(["path ready", "global shadowed"]);
  await host.stop();
  writeFileSync(join(dir, "extension.json"), "{ nonsense");
  const other = await scene.start();
  expect(states(other)).toEqual(["path broken", "global ready"]);
});
