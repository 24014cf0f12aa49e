import { expect, test } from "vitest";
import { Screen } from "../src/index.js";
import { imageRows, imageSize } from "../src/image.js";
import { VirtualTerminal } from "../src/testing.js";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAKAAAABQCAYAAACeXXQyAAAADElEQVR42mNgGAUAAAUAAbbq3LEAAAAASUVORK5CYII=",
  "base64",
);

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
