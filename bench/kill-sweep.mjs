// Kills a run with SIGKILL at many points and looks at what is left. Usage: node bench/kill-sweep.mjs [points]
// The first kills hit each change to a file in turn; the others come from outside, at any moment.
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "./kill-sweep/inspect.mjs";

const victim = fileURLToPath(new URL("kill-sweep/victim.mjs", import.meta.url));
const wanted = Number(process.argv[2] ?? 500);

function run(home, { dieAt = 0, killAfterMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [victim, home, String(dieAt)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    let started = 0;
    child.stdout.on("data", (chunk) => {
      started ||= performance.now();
      output += chunk;
      if (killAfterMs !== undefined) setTimeout(() => child.kill("SIGKILL"), killAfterMs);
      killAfterMs = undefined;
    });
    child.on("close", (code, signal) => {
      const lines = output.split("\n").filter((line) => line.endsWith("}"));
      const took = performance.now() - started;
      resolve({ code, signal, lines: lines.map((line) => JSON.parse(line)), took });
    });
  });
}

const newHome = () => mkdtempSync(join(tmpdir(), "zot-sweep-"));
const total = { kills: 0, survived: 0, safe: 0, sessions: 0, torn: 0, interrupted: 0, problems: 0 };

async function check(home, result, what) {
  const { problems, counts } = await inspect(home, result.lines);
  if (result.signal === "SIGKILL") total.kills += 1;
  else total.survived += 1;
  if (result.signal !== "SIGKILL" && result.code !== 0) problems.push(`ended with ${result.code}`);
  for (const key of Object.keys(counts)) total[key] += counts[key];
  for (const problem of problems) console.log(`${what}: ${problem}`);
  total.problems += problems.length;
}

const home = newHome();
const whole = await run(home);
await check(home, whole, "the whole run");
const { points } = whole.lines.at(-1);

// A sweep shorter than the points there are takes every so-manieth of them.
const instrumented = Math.min(points, Math.ceil(wanted * 0.6));
const jobs = Array.from({ length: wanted }, (_, index) =>
  index < instrumented
    ? { dieAt: 1 + Math.floor((index * points) / instrumented) }
    : { killAfterMs: ((index - instrumented) / (wanted - instrumented)) * whole.took },
);

async function worker() {
  for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) {
    const own = newHome();
    const result = await run(own, job);
    await check(own, result, JSON.stringify(job));
    if (result.signal !== "SIGKILL" && job.killAfterMs > 0) {
      jobs.push({ killAfterMs: job.killAfterMs * 0.7 });
    }
  }
}
await Promise.all([worker(), worker()]);

console.log(
  `${total.kills} kills at ${instrumented} of ${points} changes to files and at random moments ` +
    `(${total.survived} runs were over first): ${total.safe} records called safe, ${total.sessions} sessions resumed, ` +
    `${total.torn} torn lines cut, ${total.interrupted} interrupted calls, ${total.problems} problems`,
);
process.exitCode = total.problems === 0 ? 0 : 1;
