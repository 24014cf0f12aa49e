import fc from "fast-check";
import { expect, test } from "vitest";
import { CURSOR, Screen, Theme, wrapText } from "../src/index.js";
import { MarkdownStream } from "../src/markdown.js";
import { VirtualTerminal } from "../src/testing.js";

const FINISHED = Array.from(
  { length: 60 },
  (_, at) => `finished ${at} ${"lorem ipsum dolor sit amet ".repeat(1 + (at % 3))}end`,
);

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
    (lines) => answer.keep(lines),
  );
  return { terminal, screen, state };
}

async function settle({ terminal, screen, state }: ReturnType<typeof open>) {
  state.frame += 1;
  screen.requestRender();
  return terminal.waitFor(`status ${state.frame}`);
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

test("whatever sizes a window goes through, every finished row stands once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 40, max: 120 }), fc.integer({ min: 10, max: 40 })), {
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
    { numRuns: 30, seed: 1 },
  );
});
