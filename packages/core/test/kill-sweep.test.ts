import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("killed at any point, a session loses nothing that was called safe, and runs no tool twice", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["bench/kill-sweep.mjs", "24"], {
    cwd: root,
  });
  expect(stdout).toMatch(/^\d+ kills at 15 of \d+ changes to files/);
  expect(stdout).toContain(" 0 problems");
});
