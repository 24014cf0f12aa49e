import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const script = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const zot = fileURLToPath(new URL("../../../../packages/cli/dist/zot.cjs", import.meta.url));

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "zot-workspace-"));
});
afterEach(() => rm(cwd, { recursive: true }));

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, ZOT_HOME: join(cwd, "home") },
  });

test("ten lines call the tool of a new extension, and the program ends by itself", async () => {
  expect(readFileSync(script("index.js"), "utf8").trimEnd().split("\n")).toHaveLength(10);
  await run(zot, "ext", "init", "hello", "--lang", "js");
  expect(await run(script("index.js"))).toEqual({ stdout: "6 words", stderr: "" });
});

test("the conversation asks before tools run, lets go of what waits, and is resumed by the next run", async () => {
  const { stdout } = await run(script("conversation.js"));
  expect(stdout).toMatch(/^resumed with 0 messages\n/);
  expect(stdout).toMatch(/^3 waiting\n2 waiting$/m);
  expect(stdout).toMatch(/^You rolled [1-6]\.$/m);
  expect(stdout).toMatch(/^dice only$/m);
  expect(stdout).toMatch(/\nend end aborted\n$/);
  expect((await run(script("conversation.js"))).stdout).toMatch(/^resumed with 8 messages\n/);
});
