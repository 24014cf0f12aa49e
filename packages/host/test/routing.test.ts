import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Scene, textOf } from "./support/scene.js";
import { until } from "./support/wait.js";

async function says(options: Parameters<Scene["start"]>[0] = {}) {
  const scene = new Scene();
  scene.addFixture("says", "says.mjs");
  scene.addFixture("neighbour", "echo.mjs", "neighbour", "ping");
  return { scene, host: await scene.start({ interactive: true, ...options }) };
}

test("a command is matched in any case, invoked as registered, and its answer is handed on", async () => {
  const { host } = await says();
  const answer = { action: "prompt", prompt: "write tests", error: "" };
  expect(await host.invokeCommand("DO", ` ${JSON.stringify(answer)} `)).toEqual({
    extension: "says",
    command: "Do",
    action: "prompt",
    prompt: "write tests",
  });
  const failed = await host.invokeCommand("do", '{"action":"noop","error":"no luck"}');
  expect(failed).toMatchObject({ action: "noop", error: "no luck" });
  expect(await host.invokeCommand("nope")).toMatchObject({ error: 'unknown command "/nope"' });
});

test("a command that hangs or answers garbage ends with an error that names the extension", async () => {
  const { host } = await says({ timing: { commandMs: 1_000 } });
  expect(await host.invokeCommand("do", '{"action":"dance"}')).toMatchObject({
    action: "noop",
    error: "/Do: extension says answered with a frame that could not be read",
  });
  const told = '{"action":"dance","error":"no partner"}';
  expect(await host.invokeCommand("do", told)).toMatchObject({ error: "no partner" });
  expect(await host.invokeCommand("do", "hang")).toMatchObject({
    error: "/Do: extension says did not answer within 1 s",
  });
});

test("events reach those who subscribed, in order, and nobody else", async () => {
  const scene = new Scene();
  scene.addFixture("one", "observer.mjs", "one");
  scene.addFixture("two", "observer.mjs", "two");
  const host = await scene.start();
  const sent = Array.from({ length: 500 }, (_, step) => ["turn_start", step]);
  for (const [, step] of sent) host.emit({ event: "turn_start", step: Number(step) });
  host.emit({ event: "tool_call", tool_id: "t", tool_name: "bash", tool_args: {} });
  host.emit({ event: "assistant_message", text: "done" });
  for (const name of ["one", "two"]) {
    expect(JSON.parse(textOf(await host.callTool(`heard_${name}`, {})))).toEqual([
      ...sent,
      ["assistant_message", "done"],
    ]);
  }
});

test("events say which session they belong to, and count within it", async () => {
  const frames: unknown[] = [];
  const scene = new Scene();
  scene.addFixture("one", "observer.mjs", "one");
  const host = await scene.start({ frames: true });
  host.subscribe((event) => {
    if (event.type === "frame" && event.frame.type === "event") frames.push(event.frame);
  });
  host.emit({ event: "turn_start", step: 1 });
  host.emit({ event: "session_start", session_id: "s-1" });
  host.emit({ event: "turn_start", step: 1 });
  host.emit({ event: "session_start" });
  host.emit({ event: "turn_start", step: 1, cwd: "/elsewhere" });
  const { cwd } = scene;
  expect(frames).toEqual([
    { type: "event", event: "turn_start", step: 1, cwd, sequence: 1 },
    { type: "event", event: "turn_start", step: 1, session_id: "s-1", cwd, sequence: 2 },
    { type: "event", event: "turn_start", step: 1, cwd: "/elsewhere", sequence: 2 },
  ]);
});

test("results are mapped: empty texts go, blocks that can't be read say so, nothing left says so", async () => {
  const scene = new Scene();
  scene.addFixture("contents", "contents.mjs");
  const host = await scene.start();
  const image = { type: "image", mime_type: "image/png", data: "aGVsbG8=" };
  const give = (content: unknown) => host.callTool("give", { content });
  expect(
    await give([
      { type: "text", text: "a" },
      { type: "text", text: "" },
      image,
      { type: "image", mime_type: "image/png", data: "not base64!" },
      { type: "video" },
      { type: "text" },
      { type: "text", text: null },
      { type: "text", text: 5 },
      { type: "image", mime_type: "image/png", data: "" },
      { type: "text", text: "b" },
    ]),
  ).toEqual({
    content: [
      { type: "text", text: "a" },
      image,
      { type: "text", text: "[extension contents returned an image that can't be decoded]" },
      { type: "text", text: '[extension contents returned a block of unknown type "video"]' },
      { type: "text", text: "[extension contents returned a text that can't be read]" },
      { type: "text", text: "[extension contents returned an image that can't be decoded]" },
      { type: "text", text: "b" },
    ],
    is_error: false,
  });
  expect(textOf(await give([]))).toBe("(extension returned no content)");
  expect(await host.callTool("give", { content: [], is_error: true })).toMatchObject({
    is_error: true,
  });
  expect(textOf(await give("garbage"))).toBe(
    "extension contents/give failed: its tool_result frame could not be read",
  );
  expect(host.tools().find(({ name }) => name === "no_schema")?.schema).toEqual({
    type: "object",
    properties: {},
  });
});

test("an interactive tool has no deadline, and is refused where nobody sits", async () => {
  const { host } = await says({ timing: { toolMs: 1 } });
  expect(textOf(await host.callTool("ask", {}))).toBe("asked");
  const { host: alone } = await says({ interactive: false });
  expect(textOf(await alone.callTool("ask", {}))).toBe(
    "extension says/ask failed: it needs a user at the terminal, and there is none in this mode",
  );
});

test("notes, their retraction, submits and slash commands are published", async () => {
  const { scene, host } = await says({ limits: { noteCharacters: 10 } });
  await host.callTool("say", {
    frames: [
      { type: "notify", level: "warn", message: "careful" },
      { type: "notify", level: "purple", message: "x".repeat(50) },
      { type: "clear_notes" },
      { type: "submit", text: "write tests" },
      { type: "submit_slash", text: "/model x" },
    ],
  });
  expect(scene.events.slice(-5)).toEqual([
    { type: "note", extension: "says", level: "warn", message: "careful" },
    { type: "note", extension: "says", level: "info", message: `${"x".repeat(10)}…` },
    { type: "notes-clear", extension: "says" },
    { type: "submit", extension: "says", text: "write tests" },
    { type: "submit-slash", extension: "says", text: "/model x" },
  ]);
});

test("without a user, submits and panels have no effect, and are logged once", async () => {
  const { scene, host } = await says({ interactive: false });
  const frames = [
    { type: "submit", text: "a" },
    { type: "submit", text: "b" },
    { type: "submit_slash", text: "/c" },
    { type: "open_panel", panel: { id: "p" } },
  ];
  // Whoever opened it learns that it is not open.
  const told = await host.callTool("say", { frames, results: 1 });
  expect(textOf(told)).toBe('[{"closed":"p"}]');
  expect(scene.of("submit")).toEqual([]);
  expect(host.panels()).toEqual([]);
  const log = scene.log("says");
  expect(log.match(/submit has no effect in this mode/g)).toHaveLength(1);
  expect(log).toContain("[zot] open_panel has no effect in this mode");
  expect(
    await host.invokeCommand("do", '{"action":"open_panel","open_panel":{"id":"p"}}'),
  ).toMatchObject({ error: "/Do: panels can't open in this mode" });
});

test("panels stack: the newest has the focus, closing it gives it back, esc and ctrl+c are the user's", async () => {
  const scene = new Scene();
  scene.addFixture("a", "panels.mjs", "a");
  scene.addFixture("b", "panels.mjs", "b");
  const host = await scene.start({ interactive: true });
  host.resizePanels(100, 20);
  await host.callTool("open_a", {
    panels: [{ id: "one", title: "One", lines: ["x"] }],
    renders: [
      { panel_id: "one", title: "", lines: ["y"], footer: "f" },
      { panel_id: "nobody", lines: ["lost"] },
    ],
  });
  await host.callTool("open_b", { panels: [{ id: "one" }, { id: "two" }] });
  expect(host.panels()).toEqual([
    { extension: "a", id: "one", title: "One", lines: ["y"], footer: "f" },
    { extension: "b", id: "one" },
    { extension: "b", id: "two" },
  ]);
  host.pressPanelKey("up");
  host.pressPanelKey("rune", "ü");
  host.pressPanelKey("esc");
  host.pressPanelKey("enter");
  host.pressPanelKey("ctrl+c");
  host.pressPanelKey("down");
  host.resizePanels(120, 30);
  expect(JSON.parse(textOf(await host.callTool("heard_b", {})))).toEqual([
    "one 100x20",
    "two 100x20",
    "two up",
    "two rune ü",
    "two closed",
    "one enter",
    "one closed",
  ]);
  expect(JSON.parse(textOf(await host.callTool("heard_a", {})))).toEqual([
    "one 100x20",
    "one down",
    "one 120x30",
  ]);
  await host.callTool("open_a", { panels: [], closes: ["one"] });
  expect(host.pressPanelKey("up")).toBe(false);

  expect(await host.invokeCommand("panel-b")).toMatchObject({ action: "open_panel" });
  expect(host.panels()).toEqual([{ extension: "b", id: "asked" }]);
  process.kill(host.extensions()[1]?.pid ?? 0, "SIGKILL");
  await until(() => host.panels().length === 0);
});

test("call_tool runs a tool through the guards and answers; it must be declared, and can be withdrawn", async () => {
  const scene = new Scene();
  scene.addFixture("says", "says.mjs");
  scene.addFixture("neighbour", "echo.mjs", "neighbour", "ping");
  scene.addFixture("rewriter", "guard.mjs", "rewriter", "rewrite");
  const host = await scene.start();
  const result = await host.callTool("say", {
    frames: [
      { type: "call_tool", id: "1", name: "ping", args: { a: 1 }, parent_id: "this" },
      { type: "call_tool", id: "2", name: "no_such_tool" },
      { type: "call_tool", id: "3", name: "say", parent_id: "this" },
    ],
    results: 3,
  });
  const results = JSON.parse(textOf(result)) as { id: string; text: string; is_error: boolean }[];
  const byId = Object.fromEntries(results.map((each) => [each.id, each]));
  expect(byId["1"]).toMatchObject({ name: "ping", is_error: false });
  expect(JSON.parse(byId["1"]?.text ?? "")).toMatchObject({ args: { a: 1, path: ["rewriter"] } });
  expect(byId["2"]).toMatchObject({ text: 'unknown tool "no_such_tool"', is_error: true });
  expect(byId["3"]).toMatchObject({ is_error: true });
  expect(byId["3"]?.text).toContain("recursion: say → say");

  const aborted: string[] = [];
  const custom = new Scene();
  custom.addFixture("says", "says.mjs");
  const other = await custom.start({
    runTool: ({ name, signal, origin }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          aborted.push(`${origin.extension}: ${origin.chain.join(" → ")}: ${name}`);
          resolve({ content: [], is_error: true });
        });
      }),
  });
  await other.callTool("say", {
    frames: [
      { type: "call_tool", id: "1", name: "bash", parent_id: "this" },
      { type: "call_tool_cancel", id: "1" },
    ],
  });
  expect(aborted).toEqual(["says: say → bash: bash"]);
});

test("one that is not waited for any more joins when it is ready, with its tools", async () => {
  const scene = new Scene();
  const go = join(scene.root, "go");
  scene.addFixture("late", "late.mjs", go);
  const host = scene.host({ timing: { readyLimitMs: 60_000 } });
  const started = host.start();
  expect(host.starting()).toEqual(["late"]);
  expect(host.skipStarting()).toEqual(["late"]);
  await started;
  expect(host.tools()).toEqual([]);
  expect(host.extensions()[0]?.state).not.toBe("ready");
  writeFileSync(go, "");
  await scene.event("registrations");
  expect(textOf(await host.callTool("late", {}))).toBe("at last");
});

test("one that keeps talking without ready counts as ready at the limit", async () => {
  const scene = new Scene();
  scene.addFixture("late", "late.mjs", join(scene.root, "never"));
  await scene.start({ timing: { readyLimitMs: 100 } });
  await scene.event("state", ({ state }) => state === "ready");
  expect(scene.log("late")).toContain("[zot] timed out waiting for ready frame; proceeding");
});

test("a host without extensions answers everything", async () => {
  const scene = new Scene();
  const host = await scene.start();
  expect(host.extensions()).toEqual([]);
  expect(await host.intercept("turn_start", { step: 1 })).toMatchObject({ blocked: false });
  host.emit({ event: "turn_start", step: 1 });
  expect(textOf(await host.callTool("x", {}))).toBe('unknown tool "x"');
});
