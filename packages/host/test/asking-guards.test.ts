import { expect, test } from "vitest";
import type { ExtensionHost, HostOptions } from "../src/index.js";
import { Scene, textOf } from "./support/scene.js";
import { until } from "./support/wait.js";

const call = { tool_id: "c1", tool_name: "bash", tool_args: {} };
/** Much less than the panel stays open for. */
const impatient = { interceptMs: 100, toolMs: 100, commandMs: 100 };
const DENIED = { blocked: true, by: "asker" };
const CANCELS = ["intercept_cancel", "command_cancel", "tool_cancel"];

async function makeAsker({
  parent = "left-out",
  capabilities = [],
  ...options
}: Partial<HostOptions> & { parent?: string; capabilities?: string[] } = {}) {
  const scene = new Scene();
  scene.addFixture("asker", "asker.mjs", "asker", parent, ...capabilities);
  const host = await scene.start({
    interactive: true,
    ...options,
    timing: { ...impatient, closedPanelMs: 50, backoffFirstMs: 100_000, ...options.timing },
  });
  return { scene, host };
}

/** Until its panel has been open for several times the limit. */
async function isAsked(host: ExtensionHost): Promise<void> {
  await until(() => Number(host.panels()[0]?.lines?.[0] ?? 0) >= 30);
}

const press = (host: ExtensionHost, text: string) => host.pressPanelKey("rune", text);
const heard = async (host: ExtensionHost) =>
  JSON.parse(textOf(await host.callTool("heard", {}))) as string[];

test.each(["left-out", "named"])(
  "R27: an interceptor's time stands still while its panel is open (parent_id %s), and its answer counts",
  async (parent) => {
    const { host } = await makeAsker({ parent });
    const allowed = host.intercept("tool_call", call);
    await isAsked(host);
    expect(host.panels()).toMatchObject([{ extension: "asker", title: "May it?" }]);
    press(host, "y");
    expect(await allowed).toMatchObject({ blocked: false });
    expect(host.panels()).toEqual([]);
    const refused = host.intercept("tool_call", call);
    await isAsked(host);
    press(host, "n");
    expect(await refused).toEqual({ ...DENIED, reason: "you said no" });
  },
);

test("R27: a guard whose panel names a call that there is not denies: the user was not asked", async () => {
  const { host } = await makeAsker({ parent: "wrong" });
  const { blocked, reason } = (await host.intercept("tool_call", call)) as {
    blocked: boolean;
    reason: string;
  };
  expect(blocked).toBe(true);
  expect(reason).toContain("refused, because it was asking the user");
});

test("R27: a panel that says that it belongs to no call stops no clock", async () => {
  const { host } = await makeAsker({ parent: "none" });
  expect(await host.intercept("tool_call", call)).toMatchObject({ blocked: false });
  expect(host.panels()).toHaveLength(1);
});

test.each([
  ["hangs after its panel was closed by the user", "esc", "timed out"],
  ["hangs after it closed its panel itself", "c", "timed out"],
  ["dies", "d", "died"],
  ["answers garbage", "g", "answered with a frame that could not be read"],
])("R27: a guard that was asking and %s denies, whatever it chose", async (_, key, words) => {
  const { host } = await makeAsker();
  const decision = host.intercept("tool_call", call);
  await isAsked(host);
  if (key === "esc") host.pressPanelKey("esc");
  else press(host, key);
  const { blocked, reason } = (await decision) as { blocked: boolean; reason: string };
  expect(blocked).toBe(true);
  expect(reason).toContain(
    `tool_call interceptor ${words}; refused, because it was asking the user`,
  );
  await until(() => host.panels().length === 0);
});

test("R27: the user can overrule that", async () => {
  const { host } = await makeAsker({ onFailure: { asker: "allow" } });
  const decision = host.intercept("tool_call", call);
  await isAsked(host);
  host.pressPanelKey("esc");
  expect(await decision).toMatchObject({ blocked: false });
});

test("R27: to go on is no answer to a question that the user closed, but a block is one", async () => {
  const allows = await makeAsker({ env: { ...process.env, ON_CLOSE: "allow" } });
  const first = allows.host.intercept("tool_call", call);
  await isAsked(allows.host);
  allows.host.pressPanelKey("esc");
  expect(await first).toMatchObject({
    ...DENIED,
    reason: expect.stringContaining("asked the user and got no answer") as string,
  });
  const blocks = await makeAsker({ env: { ...process.env, ON_CLOSE: "block" } });
  const second = blocks.host.intercept("tool_call", call);
  await isAsked(blocks.host);
  blocks.host.pressPanelKey("esc");
  expect(await second).toEqual({ ...DENIED, reason: "closed, so no" });
});

test("R27: of two panels for one call, one that is closed is no refusal while the other asks", async () => {
  const { host } = await makeAsker();
  const decision = host.intercept("tool_call", call);
  await isAsked(host);
  press(host, "o");
  await until(() => host.panels().length === 2);
  host.pressPanelKey("esc");
  await until(() => host.panels().length === 1);
  press(host, "y");
  expect(await decision).toMatchObject({ blocked: false });
});

test.each(["allow", "block", "nothing"])(
  "R27: where there is no screen, a guard that asks denies (%s when it is told)",
  async (reply) => {
    const env = { ...process.env, ON_CLOSE: reply };
    const { host } = await makeAsker({ interactive: false, env });
    expect(await host.intercept("tool_call", call)).toMatchObject(DENIED);
  },
);

test("R27: where there is no screen, a guard that does not ask decides as ever", async () => {
  const { host } = await makeAsker({ interactive: false });
  const quick = { ...call, tool_args: { quick: true } };
  expect(await host.intercept("tool_call", quick)).toMatchObject({ blocked: false });
});

test.each([
  ["answered", (host: ExtensionHost) => press(host, "a"), ["closed ask"]],
  [
    "aborted",
    (_: ExtensionHost, ended: AbortController) => {
      ended.abort();
    },
    ["closed ask", "intercept cancelled"],
  ],
] as const)(
  "R27: when the decision is %s, its panel is closed and the guard is told",
  async (_, end, told) => {
    const { host } = await makeAsker({ capabilities: CANCELS });
    const ended = new AbortController();
    const decision = host.intercept("tool_call", call, { signal: ended.signal });
    await isAsked(host);
    end(host, ended);
    await decision;
    expect(host.panels()).toEqual([]);
    expect(await heard(host)).toEqual(told);
  },
);

test("a guard that takes too long is told that nobody waits any more, if it wants to know", async () => {
  const told = await makeAsker({ parent: "none", capabilities: CANCELS });
  await told.host.intercept("tool_call", call);
  expect(await heard(told.host)).toEqual(["intercept cancelled"]);
  const untold = await makeAsker({ parent: "none" });
  await untold.host.intercept("tool_call", call);
  expect(await heard(untold.host)).toEqual([]);
});

test("a tool's time stands still while a panel that names it is open, which goes with its answer", async () => {
  const { host } = await makeAsker({ parent: "named", capabilities: CANCELS });
  const answered = host.callTool("work", {});
  await isAsked(host);
  press(host, "a");
  expect(textOf(await answered)).toBe("worked");
  expect(host.panels()).toEqual([]);
  const ended = new AbortController();
  const aborted = host.callTool("work", {}, { signal: ended.signal });
  await isAsked(host);
  ended.abort();
  await aborted;
  expect(host.panels()).toEqual([]);
  expect(await heard(host)).toEqual(["closed ask", "closed ask", "tool cancelled"]);
});

test("a tool that names no call keeps its panel after its answer, as programs in the field expect", async () => {
  const { host } = await makeAsker();
  const answered = host.callTool("work", {});
  await until(() => host.panels().length === 1);
  press(host, "a");
  await answered;
  expect(host.panels()).toHaveLength(1);
});

test("a command's time stands still while its panel is open; the panel outlives the answer, not an abort", async () => {
  const { host } = await makeAsker({ parent: "named", capabilities: CANCELS });
  const answered = host.invokeCommand("work");
  await isAsked(host);
  press(host, "a");
  expect(await answered).toMatchObject({ display: "worked" });
  expect(host.panels()).toHaveLength(1);
  host.pressPanelKey("esc");
  const ended = new AbortController();
  const aborted = host.invokeCommand("work", "", { signal: ended.signal });
  await isAsked(host);
  ended.abort();
  expect(await aborted).toMatchObject({ error: "/work: context canceled" });
  expect(host.panels()).toEqual([]);
  expect(await heard(host)).toEqual(["closed ask", "closed ask", "command cancelled"]);
});

test("a panel for a call that is over does not open", async () => {
  const scene = new Scene();
  scene.addFixture("says", "says.mjs");
  const host = await scene.start({ interactive: true });
  const frames = [{ type: "open_panel", panel: { id: "p" }, parent_id: "zot-0" }];
  expect(textOf(await host.callTool("say", { frames, results: 1 }))).toBe('[{"closed":"p"}]');
  expect(host.panels()).toEqual([]);
});
