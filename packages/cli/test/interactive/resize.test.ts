import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "@zot/tui/testing";
import { expect, test } from "vitest";
import { ZotScreen } from "./support/zot-screen.js";

const offline = ["--provider", "offline", "--no-ext"];

/** Numbered words: each must stand once, in order. */
const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `{${from + at}}`);

const answer = (count: number, ms: number) =>
  words(0, count).map((word, at) => ({
    text: `${word}${at % 97 === 96 ? "\n\n" : at % 41 === 40 ? "\n- " : " "}`,
    delay_ms: at % 10 === 0 ? ms : 0,
  }));

const numbersIn = (text: string) =>
  [...text.replaceAll(/[\s─]/g, "").matchAll(/\{(\d+)\}/g)].map((match) => Number(match[1]));

const counted = (count: number) => Array.from({ length: count }, (_, at) => at);

const seed = Number(process.env.ZOT_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** The smallest and the largest screen, and some between them. */
function drawSizes(): (readonly [number, number])[] {
  const random = new Random(seed);
  const any = () => [random.between(40, 200), random.between(10, 60)] as const;
  return [any(), [200, 60], [40, 10], any(), any(), [40, 10], any(), [80, 24]];
}

test("resizing while an answer streams keeps each word once and in order", async () => {
  const zot = new ZotScreen(offline, {
    script: [[...answer(1500, 12), { text: "END." }]],
  });
  await zot.waitFor("offline");
  zot.send("stream");
  for (const [at, [columns, rows]] of drawSizes().entries()) {
    await zot.waitFor((screen) => numbersIn(screen).some((number) => number > (at + 1) * 120));
    await zot.resizeBetweenFrames(columns, rows);
  }
  await zot.waitFor("END.");
  await zot.waitFor("Ask, or / for commands");
  expect(numbersIn(await zot.all()), `with ZOT_TEST_SEED=${seed}`).toEqual(counted(1500));
  const screen = await zot.screen();
  expect(screen.match(/Ask, or \/ for commands/g)).toHaveLength(1);
  expect(screen.match(/offline +[█▏▎▍▌▋▊▉░]/g)).toHaveLength(1);
  await zot.leave();
}, 60_000);

/** Every editor, status bar or box edge that is not the last one is garbage. */
function expectOneOfEach(text: string) {
  expect(text.match(/Ask, or \/ for commands/g) ?? []).toHaveLength(1);
  expect(text.match(/offline +[█▏▎▍▌▋▊▉░]/g)).toHaveLength(1);
}

test("resizing while a tool works keeps one box, one editor and one status bar", async () => {
  const zot = new ZotScreen(offline, {
    script: [
      [
        { text: "{0} before the tool\n\n" },
        { call: "bash", args: { command: "mkfifo f; echo '{''1}'; read x < f; echo '{''2}'" } },
      ],
      { text: "{3} END." },
    ],
  });
  await zot.waitFor("offline");
  zot.send("go");
  await zot.waitFor("│ {1}");
  for (const [columns, rows] of [
    [60, 20],
    [100, 30],
    [50, 16],
    [80, 24],
  ] as const) {
    await zot.resizeBetweenFrames(columns, rows);
    await zot.waitFor(
      (screen) =>
        new RegExp(`^╭─ bash .*╮$`, "m").test(screen) &&
        screen.includes("offline") &&
        screen.includes("Ask, or") &&
        zot.emulator.cursor.column === 2 &&
        screen.split("\n").some((row) => row.length === columns - 1),
    );
  }
  expectOneOfEach(await zot.all());
  writeFileSync(join(zot.cwd, "f"), "x\n");
  await zot.waitFor("END.");
  await zot.waitFor((screen) => !screen.includes("esc stops"));
  expect(numbersIn(await zot.all())).toEqual(counted(4));
  await zot.leave();
});

test("resizing with a popup and with a dialog open leaves nothing of either behind", async () => {
  const zot = new ZotScreen(offline, { columns: 100, rows: 30 });
  await zot.waitFor("offline");
  zot.type("/");
  await zot.waitFor(/^› \/help/m);
  for (const [columns, rows] of [
    [60, 20],
    [120, 40],
    [70, 24],
  ] as const) {
    zot.resize(columns, rows);
    await zot.waitFor(
      (screen) =>
        /^› \/help/m.test(screen) &&
        screen.split("\n").includes("─".repeat(columns - 1)) &&
        zot.emulator.cursor.column === 3,
    );
  }
  zot.press("esc", "ctrl+u");
  zot.send("/model");
  await zot.waitFor(/● Model/);
  // A box that no longer fits on the screen goes up into the scrollback, out of every program's reach.
  for (const [columns, rows] of [
    [60, 44],
    [110, 46],
    [70, 44],
    [90, 42],
  ] as const) {
    zot.resize(columns, rows);
    await zot.waitFor((screen) =>
      screen
        .split("\n")
        .some(
          (row) =>
            row.startsWith("╭─ ● Model") &&
            row.length === columns - 1 &&
            zot.emulator.cursor.column === 4,
        ),
    );
  }
  zot.press("esc");
  await zot.waitFor((screen) => screen.includes("Ask, or") && !screen.includes("● Model"));
  const all = await zot.all();
  expectOneOfEach(all);
  expect(all).not.toContain("● Model");
  expect(all.match(/\/help/g)).toHaveLength(1);
  await zot.leave();
});
