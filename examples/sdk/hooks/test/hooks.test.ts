import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const script = fileURLToPath(new URL("../index.js", import.meta.url));

test("hooks block, ask and replace; the jail holds", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "zot-example-"));
  onTestFinished(() => {
    rmSync(cwd, { recursive: true, force: true });
  });
  writeFileSync(join(cwd, ".env"), "KEY=canary");
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd });
  expect(stdout).not.toContain("canary");
  expect(stdout).toContain("failed: secrets are not for reading");
  expect(stdout).toContain("asked: Run rm -rf build?\nfailed: the user said no");
  expect(stdout).toContain("failed: ../outside.txt is outside the jail");
  expect(stdout).toContain("done: created note.txt (18 bytes)");
  expect(stdout).toMatch(/1\tmy key is \[a key\]\s*$/);
});
