import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runTool } from "./helpers/run-tool.js";
import { tempFolder } from "./helpers/temp-folder.js";

type Edits = { oldText: string; newText: string }[];

function editor(content: string | Buffer, folder = tempFolder()) {
  const path = join(folder, "file.txt");
  writeFileSync(path, content);
  const edit = (edits: Edits | unknown[]) =>
    runTool("edit", { path: "file.txt", edits }, { cwd: folder });
  return { path, folder, edit, content: () => readFileSync(path, "utf8") };
}

test("several edits apply to the file as it was, and a diff says what changed", async () => {
  const { edit, content } = editor("one\ntwo\nthree\nfour\n");
  const result = await edit([
    { oldText: "four", newText: "4" },
    { oldText: "one\ntwo", newText: "two\none" },
  ]);
  expect(result.is_error).toBeUndefined();
  expect(content()).toBe("two\none\nthree\n4\n");
  expect(result.details?.diff).toContain("-four\n+4");
  expect(result.text).toMatch(/^made 2 edits in file.txt\n--- file.txt\n\+\+\+ file.txt\n@@ /);
});

test("a list of edits that came as text is read as what it says", async () => {
  const { folder, content } = editor("one\n");
  const edits = '[{"oldText":"one","newText":"two"}]';
  const { is_error } = await runTool("edit", { path: "file.txt", edits }, { cwd: folder });
  expect(is_error).toBeUndefined();
  expect(content()).toBe("two\n");
});

describe("refuses, and leaves the file alone:", () => {
  const cases: [string, Edits | unknown[], RegExp][] = [
    [
      "a text that is not there",
      [{ oldText: "xyz", newText: "a" }],
      /oldText was not found in file.txt; read/,
    ],
    [
      "a text that differs in white space",
      [{ oldText: "  beta", newText: "b" }],
      /line 2 is like its first line/,
    ],
    [
      "an ambiguous text, naming the lines",
      [{ oldText: "a", newText: "b" }],
      /occurs 6 times .*\(lines 1, 1, 2, 3, 3, 4/,
    ],
    ["an empty text", [{ oldText: "", newText: "b" }], /oldText is empty/],
    ["no change", [{ oldText: "beta", newText: "beta" }], /are the same/],
    [
      "overlaps",
      [
        { oldText: "alpha\nb", newText: "x" },
        { oldText: "beta", newText: "y" },
      ],
      /two edits overlap at line 2/,
    ],
    [
      "one bad edit among good ones",
      [
        { oldText: "beta", newText: "x" },
        { oldText: "no", newText: "y" },
      ],
      /^edit 2: oldText was not found/,
    ],
    ["no edits", [], /at least one/],
    ["edits that are none", [{ oldText: 1 }], /edit 1: oldText and newText must both be strings/],
  ];
  test.each(cases)("%s", async (_, edits, message) => {
    const before = "alpha\nbeta\ngamma\ndelta\n";
    const { edit, content, folder } = editor(before);
    const result = await edit(edits);
    expect(result.is_error).toBe(true);
    expect(result.text).toMatch(message);
    expect(content()).toBe(before);
    expect(readdirSync(folder)).toEqual(["file.txt"]);
  });

  test("binary files and other encodings", async () => {
    const latin = editor(Buffer.from([0xe4, 0x0a]));
    expect((await latin.edit([{ oldText: "a", newText: "b" }])).text).toContain("not UTF-8");
    const binary = editor(Buffer.from("a\0b"));
    expect((await binary.edit([{ oldText: "a", newText: "b" }])).text).toContain("binary file");
  });
});

test("line ends, a byte order mark, the mode and a link stay", async () => {
  const { edit, path, folder } = editor("\uFEFFone\r\ntwo\r\nthree\r\n");
  chmodSync(path, 0o750);
  expect((await edit([{ oldText: "one\ntwo", newText: "1\n2\n2b" }])).is_error).toBeUndefined();
  expect(readFileSync(path, "utf8")).toBe("\uFEFF1\r\n2\r\n2b\r\nthree\r\n");
  expect(statSync(path).mode & 0o777).toBe(0o750);

  symlinkSync("file.txt", join(folder, "link"));
  const edits = [{ oldText: "three", newText: "3" }];
  await runTool("edit", { path: "link", edits }, { cwd: folder });
  expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  expect(readFileSync(path, "utf8")).toContain("3\r\n");
});

test("a mixture of line ends stays a mixture", async () => {
  const { edit, content } = editor("a\r\nb\nc\r\nd\n");
  await edit([{ oldText: "b\nc\nd", newText: "B\nC\nD" }]);
  expect(content()).toBe("a\r\nB\nC\nD\n");
});

const part = fc.string({
  unit: fc.constantFrom("a", "b", "é", "👋", "\n", "\r\n", "$&", " ", "\t"),
  maxLength: 8,
});

test("whatever the text, an edit changes its match and not one byte more", async () => {
  const folder = tempFolder({ inMemory: true });
  await fc.assert(
    fc.asyncProperty(part, part, part, fc.boolean(), async (before, after, fresh, bom) => {
      const mark = bom ? "\uFEFF" : "";
      const { edit, content } = editor(`${mark}${before}<target>${after}`, folder);
      const result = await edit([{ oldText: "<target>", newText: fresh }]);
      expect(result.is_error).toBeUndefined();
      const now = content();
      expect(now.startsWith(mark + before)).toBe(true);
      expect(now.endsWith(after)).toBe(true);
      const put = now.slice(mark.length + before.length, now.length - after.length);
      expect(put.replaceAll("\r\n", "\n")).toBe(fresh.replaceAll("\r\n", "\n"));
    }),
    { numRuns: 200 },
  );
});

test("whatever the edits, all of them apply or none", async () => {
  const folder = tempFolder({ inMemory: true });
  const edits = fc.array(fc.record({ oldText: part, newText: part }), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(part).map((parts) => parts.join("")),
      edits,
      async (text, list) => {
        const { edit, content } = editor(text, folder);
        const result = await edit(list);
        if (result.is_error === true) {
          expect(content()).toBe(text);
          return;
        }
        const plain = (value: string) => value.replaceAll("\r\n", "\n");
        // Applied one by one from the last match to the first, on text with plain line ends.
        const inOrder = list
          .map(({ oldText, newText }) => ({
            at: plain(text).indexOf(plain(oldText)),
            oldText: plain(oldText),
            newText: plain(newText),
          }))
          .sort((a, b) => b.at - a.at);
        const expected = inOrder.reduce(
          (all, { at, oldText, newText }) =>
            all.slice(0, at) + newText + all.slice(at + oldText.length),
          plain(text),
        );
        expect(plain(content())).toBe(expected);
      },
    ),
    { numRuns: 300 },
  );
});
