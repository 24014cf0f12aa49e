import fc from "fast-check";
import { expect, test } from "vitest";
import { Screen, stripStyles, Theme } from "../src/index.js";
import { diffLines, diffRows } from "../src/diff.js";
import { imageRows, imageSize } from "../src/image.js";
import { VirtualTerminal } from "../src/testing.js";

const theme = new Theme({ depth: 0 });
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAKAAAABQCAYAAACeXXQyAAAADElEQVR42mNgGAUAAAUAAbbq3LEAAAAASUVORK5CYII=",
  "base64",
);

test("a diff shows numbers, signs and what lies around a change", () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join("\n");
  const after = before.replace("line 10", "line ten").replace("line 18\n", "");
  expect(
    diffRows(before, after, 60, { theme, context: 1 }).map((row) => stripStyles(row).trimEnd()),
  ).toEqual([
    " 9   line 9",
    "10 - line 10",
    "10 + line ten",
    "11   line 11",
    "   ⋮ 5 unchanged",
    "17   line 17",
    "18 - line 18",
    "18   line 19",
  ]);
});

test("a diff turns the old text into the new one", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const lines = diffLines(
        a.map((line) => `${line}\n`).join(""),
        b.map((line) => `${line}\n`).join(""),
        99,
      );
      expect(lines.filter((line) => line.kind !== "added").map((line) => line.text)).toEqual(
        a.length > 0 && a.join() !== b.join() ? a : [],
      );
      expect(lines.filter((line) => line.kind !== "removed").map((line) => line.text)).toEqual(
        a.join() === b.join() ? [] : b,
      );
    }),
  );
});

test("two long texts without a common line are compared without end", () => {
  const a = Array.from({ length: 3000 }, (_, at) => `a${at}`).join("\n");
  const b = Array.from({ length: 3000 }, (_, at) => `b${at}`).join("\n");
  expect(diffLines(a, b)).toHaveLength(6000);
});

test("a picture's size is read off its head", () => {
  expect(imageSize(PNG)).toEqual({ format: "PNG", width: 160, height: 80 });
  expect(imageSize(Buffer.from("GIF89a\x20\x00\x10\x00rest", "latin1"))).toEqual({
    format: "GIF",
    width: 32,
    height: 16,
  });
  expect(imageSize(Buffer.from("ffd8ffe000040000ffc0001108004000800300", "hex"))).toEqual({
    format: "JPEG",
    width: 128,
    height: 64,
  });
  expect(imageSize(Buffer.from("hello"))).toBeUndefined();
});

test("where pictures cannot be shown, a row names them", () => {
  expect(imageRows(PNG, 80, { protocol: "none", name: "logo\x1b[2J.png" })).toEqual([
    "[image logo.png: PNG 160×80, 1 KB]",
  ]);
});

test.each(["kitty", "iterm2"] as const)(
  "R19: a picture that would unpack to a gigabyte is not given to the terminal (%s)",
  (protocol) => {
    const bomb = Buffer.from(PNG);
    bomb.writeUInt32BE(20_000, 16);
    bomb.writeUInt32BE(20_000, 20);
    expect(imageRows(bomb, 80, { protocol, name: "bomb.png" })).toEqual([
      "[image bomb.png: PNG 20000×20000, 1 KB]",
    ]);
  },
);

test.each([
  ["kitty", "\x1b_Ga=T,f=100,q=2,C=1,c=20,r=5,m=0;"],
  ["iterm2", "\x1b]1337;File=inline=1;"],
] as const)("with %s a picture is put over rows of its own", async (protocol, start) => {
  const terminal = new VirtualTerminal({ columns: 40, rows: 20 });
  const screen = new Screen(terminal);
  screen.setLive(() => ["status"]);
  screen.commit(["before", ...imageRows(PNG, 39, { protocol }), "after"]);
  const rows = await terminal.waitFor("status");
  expect(rows.slice(0, 8)).toEqual(["before", "", "", "", "", "", "after", "status"]);
  expect(terminal.writes.join("")).toContain(start);
});

test("a mark that foreign text makes up shows no bytes of a picture", async () => {
  const terminal = new VirtualTerminal({ columns: 40, rows: 6 });
  const screen = new Screen(terminal);
  screen.setLive(() => ["\x1b_zr999999\x1b\\x"]);
  expect((await terminal.waitFor("x"))[0]).toBe("x");
});
