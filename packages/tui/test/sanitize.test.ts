import fc from "fast-check";
import { expect, test } from "vitest";
import { sanitize } from "../src/sanitize.js";
import { Emulator } from "../src/testing.js";

const ESC = "\x1b";
const STYLE = new RegExp(`${ESC}\\[[0-9;:]*m`, "g");

/** Each leaves "ok" and nothing else. */
const HOSTILE: Readonly<Record<string, string>> = {
  "clipboard write, OSC 52 ended by BEL": "o\x1b]52;c;cm0gLXJmIC8=\x07k",
  "clipboard write, OSC 52 ended by ST": "o\x1b]52;c;cm0gLXJmIC8=\x1b\\k",
  "clipboard read": "o\x1b]52;c;?\x07k",
  "window title": "o\x1b]0;owned\x07k",
  "icon title": "o\x1b]1;owned\x07k",
  "title in 8-bit OSC": "o\x9d0;owned\x9ck",
  "title in 8-bit OSC ended by BEL": "o\x9d2;owned\x07k",
  hyperlink: "o\x1b]8;;https://evil.example\x1b\\\x1b]8;;\x1b\\k",
  "working folder report": "o\x1b]7;file://host/etc\x07k",
  "desktop notification": "o\x1b]9;hello\x07k",
  "palette change": "o\x1b]4;1;rgb:00/00/00\x07k",
  "background query": "o\x1b]11;?\x07k",
  "file write by iTerm2": "o\x1b]1337;File=name=eA==:eA==\x07k",
  "cursor position query": "o\x1b[6nk",
  "device attributes query": "o\x1b[ck",
  "secondary attributes query": "o\x1b[>ck",
  "title report": "o\x1b[21tk",
  "window resize": "o\x1b[8;1;1tk",
  "clear screen": "o\x1b[2Jk",
  "clear scrollback": "o\x1b[3Jk",
  "cursor home": "o\x1b[Hk",
  "cursor up": "o\x1b[5Ak",
  "alternate screen": "o\x1b[?1049hk",
  "mouse reports": "o\x1b[?1003hk",
  "8-bit CSI": "o\x9b2Jk",
  "full reset": "o\x1bck",
  "soft reset": "o\x1b[!pk",
  "character set": "o\x1b(0k",
  "key string, DECUDK": "o\x1bP0;1|17/0d\x1b\\k",
  "DCS request": "o\x1bP$qm\x1b\\k",
  "8-bit DCS": "o\x90+q544e\x9ck",
  "kitty picture, APC": "o\x1b_Gf=24,s=1,v=1;AAAA\x1b\\k",
  "8-bit APC": "o\x9fGx\x9ck",
  "privacy message": "o\x1b^secret\x1b\\k",
  "start of string": "o\x1bXsecret\x1b\\k",
  "tmux passthrough": "o\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\k",
  bell: "o\x07k",
  backspaces: "o\b\b\bk",
  "shift out": "o\x0e\x0fk",
  "answerback, ENQ": "o\x05k",
  "line drawing insert": "o\x1b#8k",
  "colour, without leave to keep it": "\x1b[31mo\x1b[0mk",
  "bidi override": "o\u202e\u2066k",
  "byte order mark": "\ufeffok",
  delete: "o\x7fk",
  null: "o\0k",
};

test.each(Object.entries(HOSTILE))("%s goes", (_, payload) => {
  expect(sanitize(payload)).toBe("ok");
  expect(sanitize(payload, { styles: true }).replace(STYLE, "")).toBe("ok");
});

test("an unfinished sequence loses its teeth, not the text after it", () => {
  expect(sanitize("a\x1b]52;c;abc")).toBe("a]52;c;abc".replace("]", ""));
  expect(sanitize("a\x1b[")).toBe("a");
  expect(sanitize("a\x1b")).toBe("a");
  expect(sanitize("a\x1b\x1b[0m[2Jb")).toBe("a2Jb");
});

test("tabs, line feeds and letters of all scripts stay", () => {
  const text = "a\tb\nä 日本 👩‍👩‍👧 العربية e\u0301 🇩🇪";
  expect(sanitize(text)).toBe(text);
});

test("a carriage return hides nothing", () => {
  expect(sanitize("rm -rf /\rls\r\nend")).toBe("rm -rf /\nls\nend");
});

test("with styles, colours stay and concealed or blinking text shows", () => {
  expect(sanitize("\x1b[1;31mred\x1b[0m", { styles: true })).toBe("\x1b[1;31mred\x1b[0m");
  expect(sanitize("\x1b[8mhidden", { styles: true })).toBe("hidden");
  expect(sanitize("\x1b[5;38;5;8mx", { styles: true })).toBe("\x1b[38;5;8mx");
});

test("bidirectional controls stay when asked for", () => {
  expect(sanitize("\u202bشلوم\u202c", { bidi: true })).toBe("\u202bشلوم\u202c");
});

test("half a surrogate pair becomes a replacement character", () => {
  expect(sanitize("a\ud83d!")).toBe("a\ufffd!");
});

const dangerous = fc.constantFrom(
  ..."\x1b\x9b\x9d\x90\x98\x9e\x9f\x9c\x07\x18\x1a\r\n\t[]P_^X;?0123456789mJHchc\\>!$ab".split(""),
);

test("no sequence of dangerous pieces leaves a control character", () => {
  fc.assert(
    fc.property(fc.array(dangerous, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      expect(sanitize(text)).not.toMatch(/[^\P{Cc}\n\t]/u);
      const styled = sanitize(text, { styles: true }).replace(STYLE, "");
      expect(styled).not.toMatch(/[^\P{Cc}\n\t]/u);
    }),
    { numRuns: 3000 },
  );
});

test("the whole corpus, written to a terminal, draws no answer and sets no title", async () => {
  const emulator = new Emulator();
  const replies: string[] = [];
  emulator.onReply((data) => replies.push(data));
  for (const payload of Object.values(HOSTILE)) emulator.write(sanitize(payload) + "\r\n");
  await emulator.settled();
  expect(replies).toEqual([]);
  expect(emulator.title).toBe("");
  expect(emulator.all()).toEqual(Object.values(HOSTILE).map(() => "ok"));
});
