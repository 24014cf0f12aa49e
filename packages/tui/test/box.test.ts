import { expect, test } from "vitest";
import { boxRows, SelectDialog, stringWidth, stripStyles, Theme } from "../src/index.js";

const theme = new Theme({ depth: 0 });

test("a long title gives way to the note beside it, however short that is", () => {
  const title = "a command that is much longer than the box";
  for (const note of ["✓", "✗ exit 3", "488–501 of 501"]) {
    for (const width of [36, 40]) {
      const rows = boxRows([], width, { theme, title, note, focused: true });
      const edge = stripStyles(rows[0] ?? "");
      expect(edge).toMatch(/^╭─ ● a c.*… ─/);
      expect(edge.endsWith(` ${note} ─╮`)).toBe(true);
      expect(stringWidth(edge)).toBe(width);
    }
  }
});

test("a dialog that says why there is nothing to choose offers no search for it", () => {
  const dialog = new SelectDialog({
    theme,
    title: "Sessions",
    message: "There is none yet.",
    items: [],
    filter: true,
  });
  expect(dialog.render(30).map(stripStyles)).toEqual([
    "╭─ ● Sessions ───────────────╮",
    "│ There is none yet.         │",
    "│                            │",
    "╰─ esc ──────────────────────╯",
  ]);
});
