import { chmodSync, chownSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runTool } from "./helpers/run-tool.js";
import { tempFolder } from "./helpers/temp-folder.js";

test("a new file gets its folders, an old one keeps its mode", async () => {
  const cwd = tempFolder();
  const first = await runTool("write", { path: "a/b/c.sh", content: "echo é\n" }, { cwd });
  expect(first.text).toBe("created a/b/c.sh (8 bytes)");
  const path = join(cwd, "a/b/c.sh");
  expect(statSync(path).mode & 0o600).toBe(0o600);
  chmodSync(path, 0o755);
  const second = await runTool("write", { path: "a/b/c.sh", content: "echo two\n" }, { cwd });
  expect(second.text).toBe("replaced a/b/c.sh (9 bytes)");
  expect(second.details?.diff).toContain("-echo é\n+echo two");
  expect(readFileSync(path, "utf8")).toBe("echo two\n");
  expect(statSync(path).mode & 0o777).toBe(0o755);
  expect(readdirSync(join(cwd, "a/b"))).toEqual(["c.sh"]);
});

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)("a file of another user's stays theirs", async () => {
  const cwd = tempFolder();
  const path = join(cwd, "theirs");
  writeFileSync(path, "old");
  chownSync(path, 65_534, 65_533);
  chmodSync(path, 0o640);
  await runTool("write", { path: "theirs", content: "new" }, { cwd });
  expect(readFileSync(path, "utf8")).toBe("new");
  const { uid, gid, mode } = statSync(path);
  expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: 65_534, gid: 65_533, mode: 0o640 });
});

test.skipIf(isRoot || process.platform === "win32")(
  "a file in a folder where nothing can be made is written to as it is",
  async () => {
    const cwd = tempFolder();
    const path = join(cwd, "file");
    writeFileSync(path, "a longer text");
    chmodSync(cwd, 0o555);
    try {
      const { text } = await runTool("write", { path: "file", content: "new" }, { cwd });
      expect(text).toBe("replaced file (3 bytes)");
      expect(readFileSync(path, "utf8")).toBe("new");
      expect(readdirSync(cwd)).toEqual(["file"]);
    } finally {
      chmodSync(cwd, 0o755);
    }
  },
);

test("what can't be written is said in words, and nothing is left lying about", async () => {
  const cwd = tempFolder();
  writeFileSync(join(cwd, "file"), "");
  const write = async (path: unknown, content: unknown = "x") =>
    (await runTool("write", { path, content }, { cwd })).text;
  expect(await write(".")).toBe(". is a directory");
  expect(await write("file/x")).toBe("part of file/x is a file, not a directory");
  expect(await write("x".repeat(300))).toContain("the name is too long");
  expect(await write("a", 5)).toBe('"content" is required and must be a string');
  expect(readdirSync(cwd)).toEqual(["file"]);
});
