import { expect, test } from "vitest";
import {
  boxRows,
  ConfirmDialog,
  FocusStack,
  fuzzyFilter,
  InputDecoder,
  Notes,
  Panel,
  progressBar,
  PromptDialog,
  ScrollView,
  SelectDialog,
  statusRow,
  stringWidth,
  stripStyles,
  textRows,
  Theme,
  type Component,
} from "../src/index.js";
import { keyBytes } from "../src/testing.js";

const theme = new Theme({ depth: 0 });
const plain = (rows: readonly string[]) => rows.map((row) => stripStyles(row).trimEnd());

function press(target: FocusStack | Component, ...ids: string[]) {
  const decoder = new InputDecoder();
  for (const id of ids) {
    for (const event of decoder.push(id === "esc" ? "\x1b[27u" : keyBytes(id))) {
      if (event.type === "reply") continue;
      if (target instanceof FocusStack) target.handle(event);
      else if (event.type === "key") target.handleKey?.(event);
    }
  }
}

test("a box has its title, note and footer on its edges and says when it has the focus", () => {
  expect(
    plain(boxRows(["inside"], 30, { theme, title: "bash", note: "2s", footer: "ctrl+o" })),
  ).toEqual([
    "╭─ bash ──────────────── 2s ─╮",
    "│ inside                     │",
    "╰─ ctrl+o ───────────────────╯",
  ]);
  expect(boxRows([], 30, { theme, title: "todo", focused: true })[0]).toContain("● todo");
});

test("a dialog's choice can be moved to, or taken by its key; esc takes none", async () => {
  const open = () =>
    new ConfirmDialog({
      theme,
      title: "Run it?",
      message: "rm -r \x1b[2Jbuild",
      choices: [
        { value: "no", label: "No", key: "n" },
        { value: "once", label: "Once", key: "y" },
        { value: "always", label: "Always", key: "a" },
      ],
    });
  expect(plain(open().render(40))).toEqual([
    "╭─ ● Run it? ──────────────────────────╮",
    "│ rm -r build                          │",
    "│                                      │",
    "│ › No (n)                             │",
    "│   Once (y)                           │",
    "│   Always (a)                         │",
    "╰─ ↑↓ · enter · esc ───────────────────╯",
  ]);
  const answers = [["enter"], ["down", "enter"], ["a"], ["esc"], ["x", "ctrl+c"]].map((keys) => {
    const dialog = open();
    press(dialog, ...keys);
    return dialog.result;
  });
  expect(await Promise.all(answers)).toEqual(["no", "once", "always", undefined, undefined]);
});

test("a question that finds no room shows its beginning, says so, and can be read to its end", async () => {
  const dialog = new ConfirmDialog({
    theme,
    title: "Run it?",
    message: Array.from({ length: 30 }, (_, at) => `line ${at + 1}`).join("\n"),
    height: () => 10,
    choices: [
      { value: "no", label: "No", key: "n" },
      { value: "always", label: "Yes, for all that is to come", key: "a" },
    ],
  });
  const rows = plain(dialog.render(40));
  expect(rows).toHaveLength(10);
  expect(rows[1]).toContain("line 1 ");
  expect(rows.join()).toContain("25 more rows below ↓ · 1–5 of 30");
  expect(rows.join()).toContain("Yes, for all that is to come (a)");
  press(dialog, ...Array.from({ length: 9 }, () => "pagedown"));
  expect(plain(dialog.render(40)).join()).toContain("line 30");
  expect(dialog.render(40)).toHaveLength(10);
  press(dialog, "pageup", "enter");
  expect(await dialog.result).toBe("no");
});

test("a list narrows down while typing and enter takes the best", async () => {
  const dialog = new SelectDialog({
    theme,
    title: "Model",
    filter: true,
    items: ["claude-opus", "claude-sonnet", "gpt-5", "gemini-pro"].map((value) => ({
      value,
      label: value,
      description: `needs a login`,
    })),
  });
  press(dialog, "s", "o", "n");
  expect(plain(dialog.render(40)).join()).not.toContain("gpt-5");
  expect(plain(dialog.render(40)).filter((row) => row.includes("claude"))).toEqual([
    "│ › claude-sonnet  needs a login       │",
  ]);
  press(dialog, "ctrl+u", "l", "o", "g", "i", "n");
  expect(plain(dialog.render(40)).join()).toContain("gemini-pro");
  press(dialog, "ctrl+u", "s", "o", "n");
  press(dialog, "enter");
  expect(await dialog.result).toBe("claude-sonnet");
});

test("a masked prompt shows no letter of the secret", async () => {
  const dialog = new PromptDialog({ theme, title: "API key", masked: true });
  dialog.handlePaste("sk-secret\n");
  press(dialog, "1");
  expect(dialog.render(40).join("")).not.toContain("secret");
  expect(plain(dialog.render(40))[1]).toContain("•".repeat(10));
  press(dialog, "enter");
  expect(await dialog.result).toBe("sk-secret1");
});

test("a dialog on the stack gets the keys, and hands the focus back when it is done", async () => {
  const got: string[] = [];
  const below: Component = { render: () => [], handleKey: (key) => got.push(key.id) > 0 };
  const focus = new FocusStack();
  focus.push(below);
  const dialog = new PromptDialog({ theme, title: "Name" });
  const result = focus.show(dialog);
  press(focus, "a", "enter");
  expect(await result).toBe("a");
  press(focus, "b");
  expect(got).toEqual(["b"]);
});

test("whichever order panels close in, the one below gets the focus", () => {
  const focus = new FocusStack();
  const make = (): Component => ({ render: () => [] });
  const [first, second, third] = [make(), make(), make()];
  focus.push(first);
  const removeSecond = focus.push(second);
  const removeThird = focus.push(third);
  removeSecond();
  expect(focus.current).toBe(third);
  removeThird();
  expect(focus.current).toBe(first);
});

test("a panel keeps its title, cleans its lines and tells of rows that find no room", () => {
  const panel = new Panel(
    { title: "Todo", lines: ["a\x1b[2J"], footer: "q" },
    { theme, maxRows: () => 3 },
  );
  panel.update({ lines: ["1", "2", "\x1b[31m3\x1b[0m", "4", "5"] });
  expect(plain(panel.render(20))).toEqual([
    "╭─ Todo ───────────╮",
    "│ 1                │",
    "│ 2                │",
    "│ … 3 more         │",
    "╰─ q ──────────────╯",
  ]);
});

test("notes name their sender, wrap, and are taken back by sender", () => {
  const notes = new Notes(theme);
  notes.add("weather", "warn", "no data since noon, and none to come");
  notes.add("ci", "success", "green\x07");
  expect(plain(notes.render(30))).toEqual([
    "! weather: no data since noon,",
    "  and none to come",
    "✓ ci: green",
  ]);
  notes.clear("weather");
  expect(plain(notes.render(30))).toEqual(["✓ ci: green"]);
});

test("fuzzy search prefers starts of words and whole words", () => {
  const files = [
    "src/deep/index.ts",
    "docs/readme.md",
    "src/editor/editor.ts",
    "test/editor.test.ts",
  ];
  expect(fuzzyFilter(files, "readme", (file) => file)).toEqual(["docs/readme.md"]);
  expect(fuzzyFilter(files, "sdi", (file) => file)[0]).toBe("src/deep/index.ts");
  expect(fuzzyFilter(files, "zzz", (file) => file)).toEqual([]);
  expect(fuzzyFilter(files, "ts editor", (file) => file)).toHaveLength(2);
});

test("a status row gives up its least important parts first", () => {
  const left = [{ text: "~/project", priority: 2 }, { text: "main" }];
  const right = [
    { text: "opus", priority: 3 },
    { text: "$0.12", priority: 1 },
  ];
  expect(statusRow(left, right, 40)).toBe("~/project  main              opus  $0.12");
  expect(statusRow(left, right, 20)).toBe("~/project       opus");
  expect(statusRow(left, right, 6)).toBe("  opus");
});

test("a view longer than its room scrolls and closes", () => {
  let isClosed = false;
  const view = new ScrollView({
    theme,
    title: "output",
    rows: () => Array.from({ length: 30 }, (_, at) => `row ${at + 1}`),
    height: () => 4,
    onClose: () => (isClosed = true),
    hint: "←→ others",
  });
  expect(plain(view.render(40)).at(-1)).toContain("↑↓ pgup pgdn · ←→ others · esc");
  press(view, "end");
  expect(plain(view.render(40))).toContain("│ row 30                               │");
  press(view, "home", "down");
  expect(plain(view.render(40))[1]).toContain("row 2");
  press(view, "esc");
  expect(isClosed).toBe(true);
});

test("bars and text fill exactly the room they have", () => {
  for (const share of [-1, 0, 0.01, 0.5, 0.999, 1, 7, NaN]) {
    expect(stringWidth(progressBar(share, 10, theme))).toBe(10);
  }
  expect(textRows("a\x1b[31mb\tc\n\nd", 80)).toEqual(["ab    c", "", "d"]);
});

test("NO_COLOR means no colour, and fewer colours mean the nearest ones", () => {
  expect(new Theme({ depth: 0 }).paint("error", "x")).toBe("x");
  expect(new Theme({ depth: 16 }).paint("error", "x")).toMatch(/\[9[15]m/);
  expect(new Theme({ depth: 256 }).paint("error", "x")).toContain("[38;5;");
  expect(new Theme({ depth: 16777216 }).paint("error", "x")).toContain("[38;2;");
});

test("a style inside a style of the same kind does not end it", () => {
  const colored = new Theme({ depth: 16 });
  const text = colored.paint("muted", `a ${colored.paint("error", "b")} c`);
  expect(text.indexOf(" c")).toBeGreaterThan(
    text.lastIndexOf(colored.paint("muted", "|").split("|")[0] ?? "?"),
  );
});
