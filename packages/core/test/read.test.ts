import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { PhotonImage } from "@silvia-odwyer/photon-node";
import { describe, expect, test } from "vitest";
import { gifWithHugeFrame, greyPng, jpegHead, webpWithHugePicture } from "./helpers/pictures.js";
import { runTool } from "./helpers/run-tool.js";
import { tempFolder } from "./helpers/temp-folder.js";

test("lines come with their numbers, and a range is that range", async () => {
  const cwd = tempFolder();
  writeFileSync(
    join(cwd, "a.txt"),
    Array.from({ length: 12 }, (_, i) => `line ${i + 1}\n`).join(""),
  );
  const { text } = await runTool("read", { path: "a.txt" }, { cwd });
  expect(text.split("\n")[0]).toBe(" 1\tline 1");
  expect(text.split("\n")).toHaveLength(12);
  const range = await runTool("read", { path: "a.txt", offset: 9, limit: 2 }, { cwd });
  expect(range.text).toBe(" 9\tline 9\n10\tline 10\n… [more follows; go on with offset 11]");
  const end = await runTool("read", { path: "a.txt", offset: "11" }, { cwd });
  expect(end.text).toBe("11\tline 11\n12\tline 12");
  const beyond = await runTool("read", { path: "a.txt", offset: 13 }, { cwd });
  expect(beyond).toMatchObject({
    is_error: true,
    text: "a.txt has only 12 lines; there is no line 13",
  });
});

test("names with spaces, unicode, ~ and .. are found", async () => {
  const cwd = tempFolder();
  mkdirSync(join(cwd, "sub folder"));
  writeFileSync(join(cwd, "sub folder", "grüße 👋.txt"), "hello");
  const read = async (path: string) => (await runTool("read", { path }, { cwd })).text;
  expect(await read("sub folder/grüße 👋.txt")).toBe("1\thello");
  expect(await read("sub folder/../sub folder/grüße 👋.txt")).toBe("1\thello");
  expect(await read(`~/${relative(homedir(), cwd)}/sub folder/grüße 👋.txt`)).toBe("1\thello");
});

test("what can't be read is said in words", async () => {
  const cwd = tempFolder();
  writeFileSync(join(cwd, "data.bin"), Buffer.from([1, 2, 0, 3]));
  writeFileSync(join(cwd, "empty"), "");
  symlinkSync("nowhere", join(cwd, "dangling"));
  const read = async (path: unknown) => {
    const { text, is_error } = await runTool("read", { path }, { cwd });
    return is_error === true ? text : `ok: ${text}`;
  };
  expect(await read("missing.txt")).toBe("no such file: missing.txt");
  expect(await read(".")).toBe(". is a directory");
  expect(await read("data.bin")).toBe("data.bin is a binary file (4 bytes)");
  expect(await read("empty")).toBe("ok: (the file is empty)");
  expect(await read("dangling")).toContain("is a link to something that does not exist");
  expect(await read("data.bin/x")).toBe("part of data.bin/x is a file, not a directory");
  expect(await read(7)).toBe('"path" is required and must be a string');
});

test.skipIf(process.platform === "win32")(
  "a pipe that nobody writes to does not hang",
  async () => {
    const cwd = tempFolder();
    execFileSync("sh", ["-c", "mkfifo pipe"], { cwd });
    const { is_error, text } = await runTool("read", { path: "pipe" }, { cwd });
    expect(is_error).toBe(true);
    expect(text).toContain("is not a regular file");
  },
);

test("a huge file costs no memory, and its long lines are cut", async () => {
  const cwd = tempFolder();
  writeFileSync(join(cwd, "huge.log"), "first\n" + "x".repeat(100_000) + "\nthird\n");
  truncateSync(join(cwd, "huge.log"), 3_000_000_000);
  const before = process.memoryUsage().rss;
  const { text, details } = await runTool("read", { path: "huge.log", limit: 3 }, { cwd });
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  const lines = text.split("\n");
  expect(lines[0]).toBe("1\tfirst");
  expect(lines[1]?.length).toBeLessThan(2_100);
  expect(lines[1]).toContain("it has 100000 bytes");
  expect(lines[2]).toBe("3\tthird");
  expect(details).toMatchObject({ truncated: true, lines: 3 });
});

test("a long file is cut at 2,000 lines or 50 KB, and says how to go on", async () => {
  const cwd = tempFolder();
  writeFileSync(join(cwd, "long.txt"), "ab\n".repeat(5_000));
  const { text } = await runTool("read", { path: "long.txt" }, { cwd });
  expect(text).toMatch(/2000\tab\n… \[more follows; go on with offset 2001\]$/);
  writeFileSync(join(cwd, "wide.txt"), ("y".repeat(999) + "\n").repeat(500));
  const wide = await runTool("read", { path: "wide.txt" }, { cwd });
  expect(wide.text.length).toBeLessThan(60_000);
  expect(wide.text).toContain("more follows");
});

describe("images:", () => {
  const png = (width: number, height: number, noise: boolean) => {
    const pixels = new Uint8Array(width * height * 4).fill(255);
    let seed = 1;
    for (let at = 0; noise && at < pixels.length; at += 1) {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
      pixels[at] = seed >> 16;
    }
    return new PhotonImage(pixels, width, height);
  };

  test("a small one goes as it is, whatever its name says", async () => {
    const cwd = tempFolder();
    const bytes = Buffer.from(png(40, 30, false).get_bytes());
    writeFileSync(join(cwd, "picture.txt"), bytes);
    const { content, details } = await runTool("read", { path: "picture.txt" }, { cwd });
    expect(content[1]).toEqual({
      type: "image",
      mime_type: "image/png",
      data: bytes.toString("base64"),
    });
    expect(details).toMatchObject({ width: 40, height: 30 });
  });

  test("one with too long a side is scaled down", async () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, "wide.jpg"), png(3_000, 300, false).get_bytes_jpeg(80));
    const { content, text } = await runTool("read", { path: "wide.jpg" }, { cwd });
    expect(text).toContain("3000 × 300, scaled down to 2000 × 200");
    const [, image] = content;
    expect(image?.type === "image" && image.mime_type).toBe("image/png");
    const bytes = Buffer.from(image?.type === "image" ? image.data : "", "base64");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([2_000, 200]);
  });

  test("one with too many bytes is made to fit", async () => {
    const cwd = tempFolder();
    const bytes = Buffer.from(png(1_400, 1_100, true).get_bytes());
    expect(bytes.length).toBeGreaterThan(3_932_160);
    writeFileSync(join(cwd, "noise.png"), bytes);
    const { content } = await runTool("read", { path: "noise.png" }, { cwd });
    const [, image] = content;
    expect(image?.type === "image" && image.data.length).toBeLessThan(5 * 1024 * 1024);
  });

  test("one that is damaged, or claims to be gigantic, is an error", async () => {
    const cwd = tempFolder();
    const header = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    writeFileSync(join(cwd, "short.png"), header);
    const claim = Buffer.alloc(24);
    header.copy(claim);
    claim.writeUInt32BE(60_000, 16);
    claim.writeUInt32BE(60_000, 20);
    writeFileSync(join(cwd, "bomb.png"), claim);
    claim.writeUInt32BE(3_000, 16);
    claim.writeUInt32BE(3_000, 20);
    writeFileSync(join(cwd, "broken.png"), claim);
    const read = async (path: string) => (await runTool("read", { path }, { cwd })).text;
    expect(await read("short.png")).toContain("damaged");
    expect(await read("bomb.png")).toContain("too large an image");
    expect(await read("broken.png")).toContain("could not be scaled down");
  });

  test.each([
    ["PNG", greyPng(10_000, 10_000), "10000 × 10000"],
    ["PNG that is long and thin", greyPng(1_000_000, 26), "1000000 × 26"],
    ["JPEG", jpegHead(65_535, 65_535), "65535 × 65535"],
    ["GIF", gifWithHugeFrame(30_000, 30_000, 4_000_000), "30000 × 30000"],
    ["WebP", webpWithHugePicture(16_000, 16_000, 4_000_000), "16000 × 16000"],
  ])("R19: a %s that would unpack to a gigabyte is never unpacked", async (_, bytes, size) => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, "bomb"), bytes);
    const { text, is_error } = await runTool("read", { path: "bomb" }, { cwd });
    expect(is_error).toBe(true);
    expect(text).toContain(`too large an image to show (${size}`);
  });

  test("GIF, JPEG and WebP are known by their content", async () => {
    const cwd = tempFolder();
    const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
    writeFileSync(join(cwd, "a"), gif);
    writeFileSync(join(cwd, "b"), png(5, 4, false).get_bytes_jpeg(80));
    writeFileSync(join(cwd, "c"), png(5, 4, false).get_bytes_webp());
    const type = async (path: string) => {
      const { content } = await runTool("read", { path }, { cwd });
      return content
        .map((block) => (block.type === "image" ? block.mime_type : block.text))
        .join(" ");
    };
    expect(await type("a")).toBe("a: 1 × 1 image/gif");
    expect(await type("b")).toBe("b: 5 × 4 image/jpeg");
    expect(await type("c")).toBe("c: 5 × 4 image/webp");
  });
});
