import fc from "fast-check";
import { expect, test } from "vitest";
import { InputDecoder, type InputEvent } from "../src/index.js";
import { keyBytes } from "../src/testing.js";

const name = (event: InputEvent) => {
  if (event.type === "key") return event.id;
  if (event.type === "paste") return `paste:${event.text}`;
  return event.type === "focus" ? `focus:${String(event.focused)}` : `${event.kind}:${event.body}`;
};
const decode = (...chunks: (string | Uint8Array)[]) => {
  const decoder = new InputDecoder();
  return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.flush()].map(name);
};

test.each([
  ["a", "a"],
  ["A", "A"],
  [" ", "space"],
  ["\r", "enter"],
  ["\t", "tab"],
  ["\x7f", "backspace"],
  ["\x03", "ctrl+c"],
  ["\0", "ctrl+space"],
  ["\x1f", "ctrl+_"],
  ["\x1b", "esc"],
  ["\x1ba", "alt+a"],
  ["\x1bB", "alt+shift+b"],
  ["\x1b\r", "alt+enter"],
  ["\x1b\x7f", "alt+backspace"],
  ["\x1b\x1b[A", "alt+up"],
  ["\x1b[A", "up"],
  ["\x1bOA", "up"],
  ["\x1bOM", "enter"],
  ["\x1b[H", "home"],
  ["\x1b[4~", "end"],
  ["\x1b[7~", "home"],
  ["\x1b[1;5C", "ctrl+right"],
  ["\x1b[1;4D", "alt+shift+left"],
  ["\x1b[3;5~", "ctrl+delete"],
  ["\x1b[Z", "shift+tab"],
  ["\x1bOP", "f1"],
  ["\x1b[[A", "f1"],
  ["\x1b[24~", "f12"],
  ["\x1b[97u", "a"],
  ["\x1b[97;2u", "A"],
  ["\x1b[97;5u", "ctrl+a"],
  ["\x1b[97;6u", "ctrl+shift+a"],
  ["\x1b[27u", "esc"],
  ["\x1b[13;2u", "shift+enter"],
  ["\x1b[9;5u", "ctrl+tab"],
  ["\x1b[228::97;5u", "ctrl+ä"],
  ["\x1b[57399u", "0"],
  ["\x1b[27;2;13~", "shift+enter"],
  ["\x1b[27;5;105~", "ctrl+i"],
  ["\x1b[I", "focus:true"],
  ["\x1b[O", "focus:false"],
  ["\x1b[200~a\r\nb\rc\x1b[201~", "paste:a\nb\nc"],
  ["\x1b]11;rgb:ffff/ffff/ffff\x07", "osc:11;rgb:ffff/ffff/ffff"],
  ["\x1b]11;rgb:0/0/0\x1b\\", "osc:11;rgb:0/0/0"],
  ["\x1b[12;40R", "csi:12;40R"],
  ["\x1b[?62;4c", "csi:?62;4c"],
  ["日", "日"],
  ["👩‍👩‍👧", "👩‍👩‍👧"],
  ["e\u0301", "e\u0301"],
])("%j is %s", (bytes, id) => {
  expect(decode(bytes)).toEqual([id]);
});

test("a key that goes up again, as kitty may report, is not pressed twice", () => {
  expect(decode("\x1b[97;1:1u", "\x1b[97;1:3u", "\x1b[1;1:3A")).toEqual(["a"]);
});

test("an input method's text arrives character by character", () => {
  expect(decode("你好吗")).toEqual(["你", "好", "吗"]);
});

test("escape pressed just before an answer of the terminal comes is a key, and the answer an answer", () => {
  const decoder = new InputDecoder();
  expect(decoder.push("\x1b")).toEqual([]);
  expect(decoder.push("\x1b[12;3R")).toEqual([
    expect.objectContaining({ type: "key", id: "esc" }),
    { type: "reply", kind: "csi", body: "12;3R" },
  ]);
});

test("two escapes and a letter that leads nowhere are all kept", () => {
  expect(decode("\x1b\x1b")).toEqual(["esc", "esc"]);
  expect(decode("\x1b[")).toEqual(["alt+["]);
  expect(decode("\x1b[\nx")).toEqual(["alt+[", "ctrl+j", "x"]);
});

test("text between escape sequences and around pastes keeps its order", () => {
  expect(decode("ab\x1b[Acd\x1b[200~p\x1b[201~e")).toEqual([
    "a",
    "b",
    "up",
    "c",
    "d",
    "paste:p",
    "e",
  ]);
});

test("however a stream is cut into chunks, the same events come out", () => {
  const piece = fc.constantFrom(
    ...["a", "é", "日", "😀", "\x1b[A", "\x1b[1;5C", "\x1bOP", "\x1b[97;5u", "\r", "\x03"],
    ...["\x1b[200~two\nlines \x1b[31m\x1b[201~", "\x1b]11;rgb:0/0/0\x1b\\", "\x1b[I", "\x1b[3~"],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(200)), (pieces, cuts) => {
      const bytes = Buffer.from(pieces.join(""));
      const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort(
        (a, b) => a - b,
      );
      const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
      expect(decode(...chunks)).toEqual(decode(...pieces.map((each) => Buffer.from(each))));
    }),
    { numRuns: 300 },
  );
});

test("a paste of 5,000 lines in small chunks arrives whole", () => {
  const text = Array.from({ length: 5000 }, (_, at) => `line ${at} äöü`).join("\n");
  const bytes = Buffer.from(`\x1b[200~${text}\x1b[201~x`);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, at) =>
    bytes.subarray(at * 1000, (at + 1) * 1000),
  );
  expect(decode(...chunks)).toEqual([`paste:${text}`, "x"]);
});

test.each([
  "ctrl+c",
  "alt+left",
  "shift+tab",
  "shift+enter",
  "ctrl+right",
  "up",
  "x",
  "+",
  "alt+b",
  "ctrl+enter",
])("the bytes that tests type for %s decode to it", (id) => {
  expect(decode(keyBytes(id))).toEqual([id]);
});

/** What comes out if each chunk comes after the wait for the rest of the one before has ended. */
const decodeSlowly = (...chunks: string[]) => {
  const decoder = new InputDecoder();
  return chunks.flatMap((chunk) => [...decoder.push(chunk), ...decoder.flush()]).map(name);
};

test.each([
  [
    ["\x1b", "[A"],
    ["esc", "up"],
  ],
  [
    ["\x1b", "[1;5C"],
    ["esc", "ctrl+right"],
  ],
  [
    ["\x1b", "[24;80R"],
    ["esc", "csi:24;80R"],
  ],
  [
    ["\x1b", "]11;rgb:0/0/0\x07"],
    ["esc", "osc:11;rgb:0/0/0"],
  ],
  [
    ["\x1b[", "?62;4c"],
    ["alt+[", "csi:?62;4c"],
  ],
  [
    ["\x1b", "[200~pasted\x1b[201~"],
    ["esc", "paste:pasted"],
  ],
  [
    ["\x1b", "hello"],
    ["esc", "h", "e", "l", "l", "o"],
  ],
  [
    ["\x1b", "OK"],
    ["esc", "O", "K"],
  ],
  [
    ["\x1b", "["],
    ["esc", "["],
  ],
])("the rest of a sequence that comes too late is no text: %j", (chunks, ids) => {
  expect(decodeSlowly(...chunks)).toEqual(ids);
});

test("what only a terminal sends is never taken for text, even if its end is lost", () => {
  expect(decodeSlowly("\x1b[24;8", "x")).toEqual(["x"]);
  expect(decodeSlowly("\x1b]11;rgb:00", "y")).toEqual(["y"]);
});
