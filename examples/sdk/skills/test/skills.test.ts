import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const script = fileURLToPath(new URL("../index.js", import.meta.url));
const skill = fileURLToPath(new URL("../../../skills/code-review", import.meta.url));

test("the model gets the text of a skill that lies in the project", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "zot-example-"));
  onTestFinished(() => {
    rmSync(cwd, { recursive: true, force: true });
  });
  cpSync(skill, join(cwd, ".zot/skills/code-review"), { recursive: true });
  const env = { ...process.env, ZOT_HOME: join(cwd, "home") };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd, env });
  expect(stdout).toContain("# Skill: code-review");
  expect(stdout).toContain("Report at most seven findings");
});
