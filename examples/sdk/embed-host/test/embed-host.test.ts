import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("../main.js", import.meta.url));

test("a plain script loads an extension, intercepts, calls its tool, reloads and stops", async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [main]);
  expect(stderr).toBe("");
  expect(stdout.split("\n")).toEqual([
    "{ type: 'text', text: 'HELLO, PLEASE!' }",
    "a new process",
    "refused: no cursing",
    "",
  ]);
});
