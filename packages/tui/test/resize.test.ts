import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { CURSOR, Screen, Theme, wrapText } from "../src/index.js";
import { MarkdownStream } from "../src/markdown.js";
import { VirtualTerminal } from "../src/testing.js";
import { tries } from "./support/tries.js";

const FINISHED = Array.from(
  { length: 60 },
  (_, at) => `finished ${at} ${"lorem ipsum dolor sit amet ".repeat(1 + (at % 3))}end`,
);

// Of a frame that is younger than the terminal's answer takes nobody knows what it met. How long that is must not depend
// on how busy the machine is: the clock stands still but for calm times in between.
let now = 0;
beforeEach(() => {
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  return () => {
    clock.mockRestore();
  };
});

/** A screen like an agent's: a tail, an editor between rules, a status row. */
function open(columns: number, rows: number, draft = "a draft") {
  const terminal = new VirtualTerminal({ columns, rows });
  const screen = new Screen(terminal);
  const state = { frame: 0, draft };
  const answer = new MarkdownStream({ theme: new Theme({ depth: 0 }) });
  answer.append("the tail of an answer that is long enough to be wrapped somewhere");
  screen.setLive(
    (width) => {
      const rule = "─".repeat(width);
      const typed = wrapText(`> ${state.draft}`, width - 1);
      return [
        ...answer.render(width),
        rule,
        ...typed.with(-1, `${typed.at(-1) ?? ""}${CURSOR}`),
        rule,
        `status ${state.frame}`,
      ];
    },
    (count) => answer.keep(count),
  );
  return { terminal, screen, state };
}

/** Until all is drawn, and a while on top. */
async function settle({ terminal, screen, state }: ReturnType<typeof open>) {
  for (let left = 2; left > 0; left -= 1) {
    state.frame += 1;
    screen.requestRender();
    await terminal.waitFor(`status ${state.frame}`);
    now += 1000;
  }
}

/** What stands in scrollback and screen, without regard to where rows were wrapped. */
const joined = async (terminal: VirtualTerminal) =>
  (await terminal.all()).join("").replace(/\s+/g, "");

async function check(ui: ReturnType<typeof open>, columns: number) {
  const all = await joined(ui.terminal);
  const before = FINISHED.map((row) => row.replace(/\s+/g, "")).join("");
  const rule = "─".repeat(columns - 1);
  const tail = "thetailofananswerthatislongenoughtobewrappedsomewhere";
  const draft = `>${ui.state.draft}`.replace(/\s+/g, "");
  expect(all).toBe(`${before}${tail}${rule}${draft}${rule}status${ui.state.frame}`);
}

async function start(columns: number, rows: number, draft?: string) {
  const ui = open(columns, rows, draft);
  ui.screen.commit((width) => FINISHED.flatMap((row) => wrapText(row, width)));
  await settle(ui);
  return ui;
}

test.each([
  ["narrower", [80, 24], [[50, 24]]],
  ["wider", [80, 24], [[120, 24]]],
  ["lower", [80, 24], [[80, 12]]],
  ["higher", [80, 24], [[80, 40]]],
  [
    "to the smallest and back",
    [80, 24],
    [
      [40, 10],
      [80, 24],
    ],
  ],
  [
    "to the largest and back",
    [80, 24],
    [
      [200, 60],
      [40, 10],
      [200, 60],
    ],
  ],
  ["one column at a time", [60, 20], Array.from({ length: 20 }, (_, at) => [59 - at, 20])],
] as const)(
  "made %s, the scrollback is whole, nothing stands twice and the live area is clean",
  async (_, [columns, rows], sizes) => {
    const ui = await start(columns, rows);
    for (const [toColumns = 80, toRows = 24] of sizes) {
      ui.terminal.resize(toColumns, toRows);
      await settle(ui);
      await check(ui, toColumns);
    }
  },
);

test("sizes that pass by between two frames leave no trace", async () => {
  const ui = await start(80, 24);
  for (const [columns, rows] of [
    [70, 20],
    [41, 30],
    [100, 24],
    [64, 22],
  ] as const) {
    ui.terminal.resize(columns, rows);
  }
  await settle(ui);
  await check(ui, 64);
});

test("a cursor beyond the new width is found again", async () => {
  const ui = await start(80, 24, "x".repeat(70));
  ui.terminal.resize(44, 24);
  await settle(ui);
  await check(ui, 44);
});

test("a terminal that never answers is drawn on all the same", async () => {
  const ui = await start(80, 24);
  ui.terminal.slowDown();
  ui.terminal.resize(60, 24);
  ui.terminal.passInput();
  await expect.poll(() => ui.terminal.writes.at(-1)).toContain("\x1b[6n");
  await ui.terminal.passOutput();
  ui.terminal.loseInput();
  ui.terminal.loseInput();
  await expect.poll(() => ui.terminal.writes.at(-1)).toContain("─".repeat(59));
  await ui.terminal.passOutput();
  await check(ui, 60);
});

test("rows that a dialog covers keep their place in a window that is resized", async () => {
  const terminal = new VirtualTerminal({ columns: 80, rows: 14 });
  const screen = new Screen(terminal);
  let dialog: readonly string[] = [];
  screen.setLive(
    () => [...dialog, `> draft${CURSOR}`, "status"],
    undefined,
    () => dialog.length > 0,
  );
  screen.commit((width) => FINISHED.slice(0, 20).flatMap((row) => wrapText(row, width)));
  await terminal.waitFor("status");
  for (const [columns, height] of [
    [60, 10],
    [90, 11],
    [70, 3],
    [80, 12],
  ] as const) {
    dialog = Array.from({ length: height }, (_, at) => `choice ${at}`);
    screen.requestRender();
    await terminal.waitFor(`choice ${height - 1}`);
    terminal.resize(columns, 14);
    dialog = [...dialog, `at ${columns}`];
    screen.requestRender();
    await terminal.waitFor(`at ${columns}`);
  }
  dialog = [];
  screen.requestRender();
  await terminal.waitFor((rows) => !rows.some((row) => row.startsWith("at ")));
  const all = FINISHED.slice(0, 20).join("") + "> draftstatus";
  expect(await joined(terminal)).toBe(all.replace(/\s+/g, ""));
});

test("whatever sizes a window goes through, every finished row stands once", async () => {
  await fc.assert(
    fc.asyncProperty(
      // In a smaller window a piece of the editor may be pushed off the top, where nothing reaches it.
      fc.array(fc.tuple(fc.integer({ min: 50, max: 120 }), fc.integer({ min: 16, max: 40 })), {
        minLength: 1,
        maxLength: 4,
      }),
      async (sizes) => {
        const ui = await start(80, 24);
        for (const [columns, rows] of sizes) {
          ui.terminal.resize(columns, rows);
          await settle(ui);
        }
        await check(ui, sizes.at(-1)?.[0] ?? 80);
      },
    ),
    tries(30),
  );
});
