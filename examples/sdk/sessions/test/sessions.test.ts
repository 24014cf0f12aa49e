import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const script = fileURLToPath(new URL("../index.js", import.meta.url));

test("the second run goes on where the first one ended, and leaves a page", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "zot-example-"));
  onTestFinished(() => {
    rmSync(cwd, { recursive: true, force: true });
  });
  const run = async () => {
    const env = { ...process.env, ZOT_HOME: join(cwd, "home") };
    return (await promisify(execFile)(process.execPath, [script], { cwd, env })).stdout;
  };
  expect(await run()).toMatch(/^2 messages in /);
  expect(await run()).toMatch(/^4 messages in /);
  expect(readFileSync(join(cwd, "session.html"), "utf8")).toContain("Hello again");
});
