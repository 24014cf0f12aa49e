import { setTimeout as delay } from "node:timers/promises";
import { processUse } from "../lib/interactive/process-use.mjs";
import { startZot, withHome } from "../lib/interactive/start-zot.mjs";
import { median } from "../lib/measure.mjs";

const IDLE_MS = 5_000;
const SETTLE_MS = 1_500;
const KEYS = 101;

export async function measure() {
  const idle = await withHome(async (home) => {
    const zot = startZot(home);
    await zot.waitFor("Ask, or / for commands");
    await delay(SETTLE_MS);
    const before = processUse(zot.pid);
    await delay(IDLE_MS);
    const after = processUse(zot.pid);
    await zot.end();
    return { cpuMs: after.cpuMs - before.cpuMs, megabytes: after.megabytes };
  });
  const echoMs = await measureEcho();
  return [
    row("processor time while idle, of 5 s", `${idle.cpuMs} ms`, "0 ms", idle.cpuMs === 0),
    row("memory while idle", `${idle.megabytes.toFixed(0)} MB`, "≤ 80 MB", idle.megabytes <= 80),
    row("key echo under 5,000 lines, p50", `${echoMs.toFixed(2)} ms`, "≤ 2 ms", echoMs <= 2),
  ];
}

/** From a key to the first byte of its echo, through the pty, below a transcript of 5,000 lines. */
function measureEcho() {
  return withHome(async (home) => {
    const script = [[{ text: "a line of text\n\n", repeat: 5_000 }, { text: "the end." }]];
    const zot = startZot(home, { script });
    await zot.waitFor("Ask, or / for commands");
    zot.type("go\r");
    await zot.waitFor("the end.");
    await delay(SETTLE_MS);
    const samples = [];
    for (let key = 0; key < KEYS; key += 1) {
      const sign = key % 2 === 0 ? "x" : "y";
      const echoed = zot.waitFor(sign);
      const pressed = performance.now();
      zot.type(sign);
      samples.push((await echoed) - pressed);
      await delay(5);
    }
    await zot.end();
    return median(samples);
  });
}

function row(what, measured, goal, met) {
  return { what, measured, goal, met };
}
