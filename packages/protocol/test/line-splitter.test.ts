import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { LineSplitter, MAX_LINE_BYTES } from "../src/lines.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const texts = (splitter: LineSplitter, text: string) =>
  splitter.push(bytes(text)).map((line) => (line.ok ? line.text : line.problem));

describe("a line past the limit", () => {
  test("is reported once, skipped to its LF, and the stream goes on", () => {
    const splitter = new LineSplitter(4);
    expect(texts(splitter, "abc")).toEqual([]);
    expect(texts(splitter, "de")).toEqual(["too-long"]);
    expect(texts(splitter, "fghijklmn")).toEqual([]);
    expect(texts(splitter, "op\nabcd\n")).toEqual(["abcd"]);
  });

  test("is found within one chunk and at a chunk's end alike", () => {
    expect(texts(new LineSplitter(4), "abcde\nabcd\n")).toEqual(["too-long", "abcd"]);
    expect(texts(new LineSplitter(4), "ab\nabcde")).toEqual(["ab", "too-long"]);
    const splitter = new LineSplitter(4);
    expect(texts(splitter, "abc")).toEqual([]);
    expect(texts(splitter, "de\nok\n")).toEqual(["too-long", "ok"]);
  });

  test("says in words how long a line may be", () => {
    const [line] = new LineSplitter(4).push(bytes("abcde\n"));
    expect(line).toEqual({
      ok: false,
      problem: "too-long",
      message: "longer than 4 bytes",
      bytes: 5,
    });
  });

  test("does not count the CR's LF", () => {
    expect(texts(new LineSplitter(4), "abc\r\n")).toEqual(["abc"]);
  });
});

describe("memory", () => {
  test("holds a copy, so that the caller may reuse its buffer", () => {
    const splitter = new LineSplitter();
    const chunk = bytes("abc");
    splitter.push(chunk);
    chunk.fill(0x7a);
    expect(texts(splitter, "d\n")).toEqual(["abcd"]);
  });

  test("hundreds of megabytes without an LF are held up to the limit and no further", () => {
    const splitter = new LineSplitter();
    const chunk = new Uint8Array(1024 * 1024).fill(0x61);
    const problems = [];
    for (let sent = 0; sent < 300; sent += 1) problems.push(...splitter.push(chunk));
    expect(problems).toMatchObject([{ problem: "too-long" }]);
    expect(texts(splitter, "\nok\n")).toEqual(["ok"]);
  });

  test("a line that comes byte by byte costs its bytes, not an object for each", () => {
    const splitter = new LineSplitter();
    const one = Uint8Array.of(0x61);
    const before = process.memoryUsage();
    for (let sent = 0; sent < 2_000_000; sent += 1) splitter.push(one);
    const after = process.memoryUsage();
    const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
    // An object for each byte would be more than a hundred megabytes.
    expect(grown).toBeLessThan(64 * 1024 * 1024);
    expect(splitter.push(bytes("\n"))).toMatchObject([{ ok: true }]);
  });

  test("what a long line took is given back when it is through", () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const half = new Uint8Array(2 * 1024 * 1024).fill(0x61);
    collect();
    const before = process.memoryUsage().arrayBuffers;
    const splitters = Array.from({ length: 20 }, () => new LineSplitter());
    for (const splitter of splitters) {
      for (const chunk of [half, half, bytes("\n")]) splitter.push(chunk);
    }
    collect();
    // Kept, they would be 80 MiB.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
    expect(splitters.flatMap((splitter) => splitter.end())).toEqual([]);
  });

  test("a line of exactly the limit passes", () => {
    const splitter = new LineSplitter();
    expect(splitter.push(new Uint8Array(MAX_LINE_BYTES).fill(0x61))).toEqual([]);
    expect(splitter.push(bytes("\n"))).toMatchObject([{ ok: true }]);
  });
});

describe("the end of the stream", () => {
  test("gives what had no LF as unfinished, once", () => {
    const splitter = new LineSplitter();
    splitter.push(bytes("half"));
    expect(splitter.end()).toMatchObject([{ problem: "unfinished", bytes: 4 }]);
    expect(splitter.end()).toEqual([]);
  });

  test("a multi-byte character cut in two is whole again", () => {
    const splitter = new LineSplitter();
    const whole = bytes('"€😀"\n');
    const seen = Array.from(whole, (byte) => splitter.push(Uint8Array.of(byte))).flat();
    expect(seen).toEqual([{ ok: true, text: '"€😀"' }]);
  });
});
