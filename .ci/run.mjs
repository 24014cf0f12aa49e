// Runs every step even when one fails, so that one run tells all; the last line counts.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const scratch = mkdtempSync(join(tmpdir(), "zot-ci-"));
const report = join(scratch, "vitest.json");
const pnpm = ["-y", "pnpm@12.18.0"];

function hasTmux() {
  const isThere = spawnSync("tmux", ["-V"]).status === 0;
  if (!isThere) console.log("There is no tmux here: streaming into it is skipped.");
  return isThere;
}

const steps = [
  ["test", ["test", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]],
  ...(hasTmux() ? [["tmux", ["run", "check:tmux"]]] : []),
  ["types", ["run", "typecheck"]],
  ["lint", ["run", "lint"]],
  ["format", ["run", "format:check"]],
  ["unused code", ["run", "knip"]],
  ["release", ["run", "check:release"]],
];

const times = [];
let passed = 0;
let failed = 0;

for (const [name, args] of steps) {
  console.log(`\n=== ${name}: pnpm ${args[0] === "run" ? args[1] : args[0]}`);
  const started = performance.now();
  const { status } = spawnSync("npx", [...pnpm, ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`=== ${name}: exit ${status} after ${seconds} s`);
  times.push(`${name} ${seconds} s`);
  if (status === 0) passed += 1;
  else failed += 1;
}

try {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
  passed += numPassedTests;
  failed += numFailedTests;
} catch {
  console.log("The test run left no report: it did not get as far as running tests.");
  failed += 1;
}
rmSync(scratch, { recursive: true, force: true });

console.log(`\n${times.join(", ")}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
