import { expect, test } from "vitest";
import {
  Editor,
  InputDecoder,
  stripStyles,
  stringWidth,
  Theme,
  type EditorOptions,
} from "../src/index.js";
import { keyBytes } from "../src/testing.js";

function open(options: Partial<EditorOptions> = {}) {
  const sent: string[] = [];
  const editor = new Editor({
    theme: new Theme({ depth: 0 }),
    onSubmit: (text) => sent.push(text),
    ...options,
  });
  const decoder = new InputDecoder();
  const feed = (bytes: string) => {
    for (const event of [...decoder.push(bytes), ...decoder.flush()]) {
      if (event.type === "key") editor.handleKey(event);
      if (event.type === "paste") editor.handlePaste(event.text);
    }
  };
  const press = (...ids: string[]) => {
    for (const id of ids) feed(keyBytes(id));
  };
  /** The text with a bar at the cursor. */
  const shown = (width = 40) =>
    editor
      .render(width)
      .slice(1, -1)
      .map((row) => stripStyles(row.replace("\x1b_zc\x1b\\", "|")).slice(2))
      .join("\n");
  return { editor, sent, feed, press, shown };
}

test("typed text goes in at the cursor and enter sends it", () => {
  const { feed, press, sent, shown, editor } = open();
  feed("helo");
  press("left");
  feed("l");
  expect(shown()).toBe("hell|o");
  press("enter");
  expect(sent).toEqual(["hello"]);
  expect(editor.isEmpty).toBe(true);
});

test("shift+enter, alt+enter, ctrl+j and a backslash before enter make a new line", () => {
  const { feed, press, sent } = open();
  feed("a");
  press("shift+enter");
  feed("b");
  press("alt+enter");
  feed("c");
  press("ctrl+j");
  feed("d\\");
  press("enter");
  feed("e");
  press("enter");
  expect(sent).toEqual(["a\nb\nc\nd\ne"]);
});

test("blank text is not sent", () => {
  const { feed, press, sent } = open();
  feed("  ");
  press("enter");
  expect(sent).toEqual([]);
});

test("moves by word, line and text", () => {
  const { feed, press, shown } = open();
  feed("one two-three");
  press("ctrl+left");
  expect(shown()).toBe("one two-|three");
  press("alt+b", "alt+b");
  expect(shown()).toBe("|one two-three");
  press("alt+f");
  expect(shown()).toBe("one| two-three");
  press("ctrl+e");
  expect(shown()).toBe("one two-three|");
  press("ctrl+a");
  expect(shown()).toBe("|one two-three");
});

test("kills in a row come back as one yank, and alt+y goes to older ones", () => {
  const { feed, press, shown } = open();
  feed("one two three");
  press("ctrl+w", "ctrl+w");
  expect(shown()).toBe("one |");
  press("ctrl+y");
  expect(shown()).toBe("one two three|");
  press("ctrl+u");
  expect(shown()).toBe("|");
  press("ctrl+y");
  expect(shown()).toBe("one two three|");
  press("alt+y");
  expect(shown()).toBe("two three|");
});

test("undo goes back word by word, redo forth again", () => {
  const { feed, press, shown } = open();
  feed("one two");
  press("ctrl+_");
  expect(shown()).toBe("one|");
  press("ctrl+_");
  expect(shown()).toBe("|");
  press("ctrl+shift+z", "ctrl+shift+z");
  expect(shown()).toBe("one two|");
});

test("a character of many code points moves and deletes as one", () => {
  const { feed, press, shown } = open();
  feed("a👩‍👩‍👧e\u0301");
  press("left", "left");
  expect(shown()).toBe("a|👩‍👩‍👧e\u0301");
  press("delete");
  expect(shown()).toBe("a|e\u0301");
});

test("up and down move through wrapped rows and keep the column", () => {
  const { feed, press, shown } = open();
  feed("first line that wraps around here\nx\nthird line");
  shown(23);
  press("up", "up");
  expect(shown(23)).toBe("first line that \nwraps arou|nd here\nx\nthird line");
  press("down", "down");
  expect(shown(23)).toContain("third line|");
});

test("history goes back and forth and keeps the draft", () => {
  const { feed, press, shown } = open({ history: ["older", "newer"] });
  feed("draft");
  press("up");
  expect(shown()).toBe("newer|");
  press("up");
  expect(shown()).toBe("older|");
  press("up", "down", "down");
  expect(shown()).toBe("draft|");
});

test("a long paste is a chip that deletes as one, and is sent whole", () => {
  const { editor, feed, press, shown, sent } = open();
  const text = Array.from({ length: 5000 }, (_, at) => `line ${at}`).join("\n");
  feed("see ");
  editor.handlePaste(text);
  expect(shown()).toBe("see [paste 1: 5000 lines]|");
  press("backspace");
  expect(shown()).toBe("see |");
  press("ctrl+_");
  feed("!");
  press("enter");
  expect(sent).toEqual([`see ${text}!`]);
});

test("the end of the last line of a paste begins no further line", () => {
  const { editor, press, shown, sent } = open();
  editor.handlePaste("1\n2\n3\n4\n5\n");
  expect(shown()).toBe("[paste 1: 5 lines]|");
  press("enter");
  editor.handlePaste("1\n2\n3\n4\n");
  expect(shown()).toBe("1\n2\n3\n4\n|");
  expect(sent).toEqual(["1\n2\n3\n4\n5\n"]);
});

test("a short paste is text, without what could harm a terminal", () => {
  const { editor, shown } = open();
  editor.handlePaste("a\x1b[2Jb\tc\u{100001}");
  expect(shown()).toBe("ab    c|");
});

test("the popup offers, moves, completes with tab and runs with enter", () => {
  const items = ["/help", "/hello", "/exit"].map((value) => ({
    value,
    description: `does ${value}`,
    submits: true,
  }));
  const { editor, feed, press, sent } = open({
    completers: [
      (text) =>
        text.startsWith("/")
          ? { from: 0, items: items.filter((item) => item.value.startsWith(text)) }
          : undefined,
    ],
  });
  feed("/he");
  expect(editor.render(60).map(stripStyles).slice(-2)).toEqual([
    "› /help   does /help",
    "  /hello  does /hello",
  ]);
  press("down", "tab");
  expect(editor.text).toBe("/hello");
  expect(sent).toEqual([]);
  feed("\x15/ex");
  press("enter");
  expect(sent).toEqual(["/exit"]);
});

test("a late answer of a completer is dropped when the text has changed since", async () => {
  const answers: ((value: string) => void)[] = [];
  let changes = 0;
  const { editor, feed } = open({
    onChange: () => (changes += 1),
    completers: [
      async (_text, cursor) => {
        const value = await new Promise<string>((resolve) => answers.push(resolve));
        return { from: 0, items: [{ value: `${value}${cursor}` }] };
      },
    ],
  });
  feed("ab");
  answers[1]?.("second");
  await expect.poll(() => changes).toBe(1);
  answers[0]?.("first");
  await new Promise(setImmediate);
  expect(editor.render(40).map(stripStyles).at(-1)).toBe("› second2");
  expect(changes).toBe(1);
});

test("no row is wider than it may be, whatever the text", () => {
  const { editor, feed } = open();
  feed("日本語 👩‍👩‍👧 some words that are long enough to wrap\ttab\n\nlast");
  for (let width = 4; width < 60; width += 1) {
    for (const row of editor.render(width)) expect(stringWidth(row)).toBeLessThanOrEqual(width);
  }
});

test("keys that mean nothing to an editor are left to its owner", () => {
  const { editor } = open();
  const decoder = new InputDecoder();
  const isUsed = (id: string) =>
    decoder
      .push(id === "esc" ? "\x1b[27u" : keyBytes(id))
      .every((event) => event.type === "key" && editor.handleKey(event));
  expect(["esc", "ctrl+c", "ctrl+d", "ctrl+o", "up"].map(isUsed)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
