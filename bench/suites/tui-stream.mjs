import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { atMost, median } from "../lib/measure.mjs";

const TOOLKITS = ["none", "zot", "pi", "ink"];
const ROUNDS = 3;

/** One toolkit, one scenario, one process. */
function run(toolkit, scenario) {
  const program = fileURLToPath(new URL(`../lib/tui/${toolkit}.mjs`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, scenario], {
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production", TERM: "xterm-256color" },
  });
  if (status !== 0) throw new Error(`${toolkit} ${scenario} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

export async function measure() {
  const results = Object.fromEntries(TOOLKITS.map((toolkit) => [toolkit, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const toolkit of TOOLKITS) {
      results[toolkit].push({ ...run(toolkit, "stream"), ...run(toolkit, "echo") });
    }
  }
  const of = (toolkit, what) => median(results[toolkit].map((result) => result[what]));
  const cpu = (toolkit) => Math.max(1, of(toolkit, "cpu") - of("none", "cpu"));
  const echo = of("zot", "echo");
  const others = `pi-tui ${of("pi", "echo").toFixed(1)} ms, Ink ${of("ink", "echo").toFixed(1)} ms`;
  return [
    atMost("CPU for 20,000 markdown deltas to pi-tui's", cpu("zot") / cpu("pi"), 0.2),
    atMost("CPU for 20,000 markdown deltas to Ink's", cpu("zot") / cpu("ink"), 1),
    atMost("bytes written per delta to pi-tui's", of("zot", "bytes") / of("pi", "bytes"), 1),
    atMost("bytes written per delta to Ink's", of("zot", "bytes") / of("ink", "bytes"), 1),
    {
      what: `key echo p50 with a transcript of 5,000 lines (${others})`,
      measured: `${echo.toFixed(2)} ms`,
      goal: "≤ 2 ms",
      met: echo <= 2,
    },
  ];
}
