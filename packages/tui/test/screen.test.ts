import { expect, test } from "vitest";
import { CURSOR, Screen } from "../src/index.js";
import { VirtualTerminal } from "../src/testing.js";

function open(columns = 40, rows = 10) {
  const terminal = new VirtualTerminal({ columns, rows });
  return { terminal, screen: new Screen(terminal) };
}

const numbered = (count: number, word = "line") =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}`);

test("finished rows stand above the live area and reach the scrollback in order, once each", async () => {
  const { terminal, screen } = open();
  screen.setLive(() => ["live one", "live two"]);
  await terminal.waitFor("live two");
  for (const line of numbered(30)) {
    screen.commit([line]);
    await terminal.waitFor(line);
  }
  expect(await terminal.all()).toEqual([...numbered(30), "live one", "live two"]);
});

test("rows that were live and are then finished are not written a second time", async () => {
  const { terminal, screen } = open();
  let live = ["first words", "second", "status"];
  screen.setLive(() => live);
  await terminal.waitFor("status");
  const before = terminal.writes.length;
  live = ["second", "status"];
  screen.commit(["first words"]);
  screen.requestRender({ now: true });
  await Promise.resolve();
  const later = terminal.writes.slice(before).join("");
  expect(later).not.toContain("first");
  expect(later).not.toContain("second");
  expect(await terminal.all()).toEqual(["first words", "second", "status"]);
});

test("rows that were finished where they stood stay when the next frame is drawn", async () => {
  const { terminal, screen } = open();
  let live = ["first", "second", `> ${CURSOR}`, "status"];
  screen.setLive(() => live);
  await terminal.waitFor("status");
  live = live.slice(2);
  screen.commit(["first", "second"]);
  screen.requestRender({ now: true });
  await Promise.resolve();
  live = ["third", ...live];
  screen.requestRender({ now: true });
  await terminal.waitFor("third");
  expect(await terminal.all()).toEqual(["first", "second", "third", "> ", "status"]);
});

test("a live area taller than the screen shows its end and leaves nothing of itself in the scrollback", async () => {
  const { terminal, screen } = open(40, 6);
  let count = 3;
  screen.setLive(() => [...numbered(count, "tail"), "editor", "status"]);
  for (count of [3, 9, 30, 31, 4]) {
    screen.requestRender();
    await terminal.waitFor((rows) => rows.some((row) => row === `tail ${count}`));
  }
  expect(await terminal.all()).toEqual([...numbered(4, "tail"), "editor", "status"]);
});

test("many requests make one write, and a frame without a difference none", async () => {
  const { terminal, screen } = open();
  let text = "a";
  screen.setLive(() => [text]);
  for (let at = 0; at < 1000; at += 1) {
    text = `value ${at}`;
    screen.requestRender();
  }
  await terminal.waitFor("value 999");
  expect(terminal.writes).toHaveLength(1);
  screen.requestRender({ now: true });
  await Promise.resolve();
  expect(terminal.writes).toHaveLength(1);
});

test("each frame is one write in synchronised output", async () => {
  const { terminal, screen } = open();
  screen.setLive(() => ["ready"]);
  screen.commit(numbered(50));
  await terminal.waitFor("ready");
  expect(terminal.writes).toHaveLength(1);
  expect(terminal.writes[0]?.startsWith("\x1b[?2026h")).toBe(true);
  expect(terminal.writes[0]?.endsWith("\x1b[?2026l")).toBe(true);
});

test("an appended word costs a few bytes, not the row", async () => {
  const { terminal, screen } = open(200, 10);
  let text = "word ".repeat(30);
  screen.setLive(() => [text, "editor"]);
  await terminal.waitFor("editor");
  text += "more";
  screen.requestRender({ now: true });
  await terminal.waitFor("more");
  expect(terminal.writes.at(-1)?.length).toBeLessThan(60);
});

test("the cursor goes to its mark, and is hidden without one", async () => {
  const { terminal, screen } = open();
  screen.setLive(() => ["above", `> 日本${CURSOR}語`, "below"]);
  screen.commit(["done"]);
  await terminal.waitFor("below");
  expect(terminal.emulator.cursor).toEqual({ row: 2, column: 6 });
  screen.setLive(() => ["above"]);
  await terminal.waitFor((rows) => !rows.includes("below"));
  expect(terminal.writes.at(-1)).toContain("\x1b[?25l");
});

test("closing takes the live area away, writes what was pending and leaves the cursor below", async () => {
  const { terminal, screen } = open();
  screen.setLive(() => ["live", `> ${CURSOR}`, "status"]);
  screen.commit(["kept"]);
  await terminal.waitFor("status");
  screen.commit(["last words"]);
  screen.close();
  terminal.close();
  expect(await terminal.all()).toEqual(["kept", "last words"]);
  expect(terminal.emulator.cursor).toEqual({ row: 2, column: 0 });
});

test("a row that holds control sequences after all cannot break out of its line", async () => {
  const { terminal, screen } = open();
  screen.setLive(() => ["a\nb\x1b[2Jc\x1b]0;owned\x07d", "\x1b[31mred"]);
  const rows = await terminal.waitFor("red");
  expect(rows.slice(0, 2)).toEqual(["a bcd", "red"]);
  expect(terminal.emulator.title).toBe("");
});

test("what follows an emoji stands in the same column whatever the emulator makes of the emoji", async () => {
  const { terminal, screen } = open();
  const texts = ["👩‍👩‍👧", "🇩🇪", "⚠️", "1️⃣", "👍🏽", "😀", "日", "✅"];
  let more = "";
  screen.setLive(() => [...texts.map((text) => `${text}| and more${more}`), "end"]);
  await terminal.waitFor("end");
  for (const at of texts.keys()) expect(terminal.emulator.cell(at, 2)).toBe("|");
  more = " words";
  screen.requestRender();
  await terminal.waitFor("words");
  for (const at of texts.keys()) expect(terminal.emulator.cell(at, 13)).toBe("w");
});

test("nothing is left of an emoji that the emulator made wider than it counts", async () => {
  const { terminal, screen } = open();
  let row = "👩‍👩‍👧";
  screen.setLive(() => [row, "end"]);
  await terminal.waitFor("end");
  row = "ok";
  screen.requestRender();
  expect(await terminal.waitFor("ok")).toContain("ok");
});

test("a joiner is written with what it joins, never alone: a terminal may join it with whatever comes next", async () => {
  const { terminal, screen } = open();
  let live = ["👩‍👩‍👧 ok"];
  screen.setLive(() => live);
  await terminal.waitFor("ok");
  expect(terminal.writes.join("")).toContain("👩‍👩‍👧");
  const before = terminal.writes.length;
  live = ["👩‍", "• 👩‍ a‍b", "\u001B[1m👩‍\u001B[0m 日‍本", "end"];
  screen.requestRender();
  await terminal.waitFor("end");
  expect(terminal.writes.slice(before).join("")).not.toContain("\u200D");
});

test("frames ask the terminal nothing", async () => {
  const { terminal, screen } = open();
  let frame = 0;
  screen.setLive(() => [`frame ${frame}`]);
  for (; frame < 50; frame += 1) {
    screen.commit([`line ${frame}`]);
    screen.requestRender({ now: true });
    await Promise.resolve();
  }
  expect(terminal.writes.length).toBeGreaterThanOrEqual(50);
  expect(terminal.writes.join("")).not.toContain("\x1b[6n");
});

test("what passes covers finished rows, which then come back; none is lost, none is there twice", async () => {
  const { terminal, screen } = open(40, 10);
  let dialog: string[] = [];
  screen.setLive(
    () => (dialog.length > 0 ? [...dialog, "status"] : [`> draft${CURSOR}`, "status"]),
    undefined,
    () => dialog.length > 0,
  );
  screen.commit(numbered(20));
  await terminal.waitFor("status");
  const before = await terminal.screen();
  const close = async () => {
    dialog = [];
    screen.requestRender();
    await terminal.waitFor("> draft");
  };
  dialog = numbered(6, "item");
  screen.requestRender();
  await terminal.waitFor("item 6");
  expect(await terminal.screen()).toEqual([...before.slice(0, 3), ...dialog, "status"]);
  await close();
  expect(await terminal.screen()).toEqual(before);

  dialog = numbered(9, "item");
  screen.requestRender();
  await terminal.waitFor("item 9");
  dialog = numbered(4, "item");
  screen.requestRender();
  await terminal.waitFor((rows) => !rows.includes("item 9"));
  expect(await terminal.screen()).toEqual([...before.slice(0, 5), ...dialog, "status"]);
  screen.commit(["said meanwhile"]);
  await terminal.waitFor("said meanwhile");
  await close();
  const all = [...numbered(20), "said meanwhile", "> draft", "status"];
  expect(await terminal.all()).toEqual(all);

  dialog = numbered(9, "item");
  screen.requestRender();
  await terminal.waitFor("item 9");
  screen.close();
  expect(await terminal.all()).toEqual(all.slice(0, -2));
});
