import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { Scene, textOf } from "./support/scene.js";
import { until } from "./support/wait.js";

test("F29: storms of redraws and notes are coalesced and counted", async () => {
  const scene = new Scene();
  scene.addFixture("storms", "storms.mjs");
  const host = await scene.start({ interactive: true });
  expect(textOf(await host.callTool("storm", {}))).toBe("over");
  await until(() => scene.of("panels").at(-1)?.panels[0]?.lines?.[0] === "redraw 5000");

  expect(scene.of("panels").length).toBeLessThan(200);
  expect(scene.of("panels").at(-1)?.panels).toEqual([
    { extension: "storms", id: "p", title: "Storm", lines: ["redraw 5000"] },
  ]);
  expect(scene.of("note").length).toBeLessThan(200);
  expect(scene.shownFaults()).toMatchObject([{ code: "notes-dropped" }]);
  await host.stop();
  expect(scene.log("storms")).toMatch(/\[zot\] notes dropped: \d+ in all/);
});

test("F29: a storm of notes of one extension does not silence another", async () => {
  const scene = new Scene();
  scene.addFixture("storms", "storms.mjs");
  scene.addFixture("says", "says.mjs");
  const host = await scene.start({ limits: { notesPerSecond: 1 } });
  await host.callTool("storm", {});
  await host.callTool("say", { frames: [{ type: "notify", level: "info", message: "calm" }] });
  expect(scene.of("note")).toContainEqual(expect.objectContaining({ message: "calm" }));
});

test("F29: between two frames no redraw is handed on, and the last one is kept", async () => {
  const scene = new Scene();
  scene.addFixture("storms", "storms.mjs");
  const host = await scene.start({ interactive: true, timing: { panelFrameMs: 1_000_000 } });
  expect(textOf(await host.callTool("storm", {}))).toBe("over");
  expect(scene.of("panels").length).toBeLessThanOrEqual(1);
  expect(host.panels().at(-1)?.lines).toEqual(["redraw 5000"]);
});

test("F30: a long result is cut with a notice, and the whole is on disk", async () => {
  const scene = new Scene();
  scene.addFixture("big-result", "big-result.mjs");
  const host = await scene.start();
  const bytes = 1024 * 1024;
  const { content, is_error, saved_to = "" } = await host.callTool("big", { bytes });

  expect(is_error).toBe(false);
  const [cut, notice] = content.map((block) => (block.type === "text" ? block.text : ""));
  expect(cut).toMatch(/^start "quoted" é+$/);
  expect(Buffer.byteLength(cut ?? "")).toBeLessThanOrEqual(256 * 1024);
  expect(notice).toMatch(/^\[output cut: 10485\d\d bytes in all; the whole is in /);
  expect(notice).toContain(saved_to);
  expect(readFileSync(saved_to, "utf8")).toBe(`start "quoted" ${"é".repeat(bytes / 2)} end`);
  expect(statSync(saved_to).mode & 0o077).toBe(0);
});

test.each([{ first: true }, { last: true }, {}])(
  "F30: a failure that is more than a line may hold is still a failure (%j)",
  async (where) => {
    const scene = new Scene();
    scene.addFixture("big-result", "big-result.mjs");
    const host = await scene.start();
    const bytes = 9 * 1024 * 1024;
    const { is_error, saved_to } = await host.callTool("big", { bytes, ...where });
    expect({ is_error, saved: saved_to !== undefined }).toEqual({
      is_error: Object.keys(where).length > 0,
      saved: true,
    });
  },
);

test("F30: fifty megabytes, more than a line may hold, go to disk while they arrive", async () => {
  const scene = new Scene();
  scene.addFixture("big-result", "big-result.mjs");
  const host = await scene.start();
  const bytes = 50 * 1024 * 1024;
  const { content, saved_to = "" } = await host.callTool("big", { bytes });

  const [cut, notice] = content.map((block) => (block.type === "text" ? block.text : ""));
  expect(cut).toMatch(/^start "quoted" é+$/);
  expect(notice).toContain(saved_to);
  const whole = JSON.parse(readFileSync(saved_to, "utf8")) as { content: { text: string }[] };
  expect(whole.content[0]?.text).toHaveLength(bytes / 2 + 'start "quoted"  end'.length);
  // It was no fault: the extension goes on.
  expect(textOf(await host.callTool("big", { bytes: 2 }))).toBe('start "quoted" é end');
  expect(scene.shownFaults()).toEqual([]);
});

test("R10: a panel's lines are cut in number and in length before anyone draws them", async () => {
  const scene = new Scene();
  scene.addFixture("a", "panels.mjs", "a");
  const limits = { panelLines: 3, panelLineCharacters: 5 };
  const host = await scene.start({ interactive: true, limits });
  const long = "\u009d".repeat(100_000);
  await host.callTool("open_a", {
    panels: [{ id: "p", title: long, lines: ["short", long, "c", "d"] }],
    renders: [{ panel_id: "p", footer: long }],
  });
  const cut = `${"\u009d".repeat(5)}…`;
  expect(host.panels()).toEqual([
    { extension: "a", id: "p", title: cut, lines: ["short", cut, "c"], footer: cut },
  ]);
});
