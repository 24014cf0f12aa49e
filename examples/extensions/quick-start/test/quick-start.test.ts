import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { startFolder } from "@zot/ext/testing";
import { expect, test } from "vitest";

const run = promisify(execFile);
const folder = (language: string) => new URL(`../${language}/`, import.meta.url);

test.each(["typescript", "javascript", "python"])(
  "in %s it counts words and shouts",
  async (language) => {
    await using host = await startFolder(folder(language));
    expect((await host.callTool("count_words", { text: "to be or not to be" })).text).toBe(
      "6 words",
    );
    expect((await host.runCommand("shout", "hooray")).insert).toBe("HOORAY");
    expect(host.problems).toEqual([]);
  },
);

test("in TypeScript it takes fifteen lines at most", () => {
  const lines = readFileSync(new URL("index.ts", folder("typescript")), "utf8")
    .trimEnd()
    .split("\n");
  expect(lines.length).toBeLessThanOrEqual(15);
});

test("the author's own test passes under node's runner", async () => {
  const env = { ...process.env };
  delete env.NODE_TEST_CONTEXT;
  const args = ["--test", "--test-reporter=tap", "words.test.mjs"];
  const { stdout } = await run(process.execPath, args, { cwd: folder("javascript"), env });
  expect(stdout).toMatch(/# pass 3\n# fail 0/);
});
