import { expect, test } from "vitest";
import { Panel, stripStyles, Theme } from "../src/index.js";

const theme = new Theme({ depth: 0 });
const plain = (panel: Panel, width: number) =>
  panel.render(width).map((row) => stripStyles(row).trimEnd());

test("R24: a panel's frame names who fills it, before whatever title they give it", () => {
  const edge = (title: string, width = 40) =>
    plain(new Panel({ title, lines: [] }, { theme, owner: "evil" }), width)[0];
  expect(edge("Run bash?")).toBe("╭─ evil: Run bash? ────────────────────╮");
  expect(edge("")).toBe("╭─ evil ───────────────────────────────╮");
  expect(edge("evil")).toBe("╭─ evil ───────────────────────────────╮");
  expect(edge("x".repeat(500))).toMatch(/^╭─ evil: x+… ─╮$/);
  expect(edge("\n\r\x1b[2K\x9b1Gzot: trusted")).toMatch(/^╭─ evil: zot: trusted ─+╮$/);
  expect(edge("\u202e\u2066\u200b", 16)).toMatch(/^╭─ evil:?/);
  expect(edge("y".repeat(500), 16)).toMatch(/^╭─ evil: /);
});

test("R10: lines that find no room are counted, and cost no wrapping", () => {
  let asked = 0;
  const lines = new Proxy(["one", "x".repeat(50), "two", "three"].concat(Array<string>(1_996)), {
    get(target, key) {
      if (typeof key === "string" && /^\d+$/.test(key)) asked += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  const panel = new Panel({ lines }, { theme, maxRows: () => 4 });
  expect(plain(panel, 24)).toEqual([
    "╭──────────────────────╮",
    "│ one                  │",
    "│ xxxxxxxxxxxxxxxxxxxx │",
    "│ xxxxxxxxxxxxxxxxxxxx │",
    "│ … 1999 more          │",
    "╰──────────────────────╯",
  ]);
  expect(asked).toBeLessThan(5);
});
