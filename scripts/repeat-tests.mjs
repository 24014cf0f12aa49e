// Runs test files over and over and stops at the first failure: for what must never stumble. Not part of CI.
//
//   node scripts/repeat-tests.mjs 100 packages/tui/test/stream.test.ts packages/tui/test/screen.test.ts
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const [times, ...files] = process.argv.slice(2);
const wanted = Number(times);
if (!Number.isInteger(wanted) || wanted < 1 || files.length === 0) {
  console.error("Say how often, and which test files: repeat-tests.mjs 100 packages/…/x.test.ts");
  process.exit(2);
}

const repo = fileURLToPath(new URL("..", import.meta.url));
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const started = performance.now();
for (let time = 1; time <= wanted; time += 1) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, "run", ...files], {
    cwd: repo,
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  if (status !== 0) {
    console.error(`${stdout}${stderr}\nRun ${time} of ${wanted} failed.`);
    process.exit(1);
  }
  console.log(`${time} of ${wanted}: ${/Tests .*/.exec(stdout)?.[0] ?? "passed"}`);
}
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
console.log(`${wanted} runs in a row passed, in ${minutes} minutes.`);
