import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { makeHost } from "../lib/make-host.mjs";
import { median } from "../lib/measure.mjs";
import { writeExtension } from "../lib/write-extension.mjs";

const file = fileURLToPath(new URL("../programs/flood.mjs", import.meta.url));
const FRAMES = 200_000;
const ROUNDS = 5;
const MAX_LAG_MS = 50;
const MAX_GROWTH_MB = 32;

/** `monitorEventLoopDelay` counts its own sampling interval as delay. */
const RESOLUTION_MS = 1;

async function flood(host) {
  const before = process.memoryUsage().rss;
  const lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  lag.enable();
  const { content } = await host.callTool("flood", { frames: FRAMES });
  lag.disable();
  if (content[0]?.text !== "over")
    throw new Error(`the flood ended with ${JSON.stringify(content)}`);
  const growth = (process.memoryUsage().rss - before) / 1024 / 1024;
  return { lag: lag.percentile(99) / 1e6 - RESOLUTION_MS, growth };
}

export async function measure() {
  const root = mkdtempSync(join(tmpdir(), "zot-bench-"));
  const dir = writeExtension(join(root, "flood"), file);
  const host = makeHost(root, { interactive: true, paths: [dir] });
  try {
    await host.start();
    await flood(host);
    const samples = [];
    for (let round = 0; round < ROUNDS; round += 1) samples.push(await flood(host));
    const lag = median(samples.map((sample) => sample.lag));
    const growth = median(samples.map((sample) => sample.growth));
    return [
      {
        what: `${FRAMES} small frames: event-loop lag, p99`,
        measured: `${lag.toFixed(1)} ms`,
        goal: `≤ ${MAX_LAG_MS} ms`,
        met: lag <= MAX_LAG_MS,
      },
      {
        what: `${FRAMES} small frames: growth of memory`,
        measured: `${growth.toFixed(0)} MB`,
        goal: `≤ ${MAX_GROWTH_MB} MB`,
        met: growth <= MAX_GROWTH_MB,
      },
    ];
  } finally {
    await host.stop();
    rmSync(root, { recursive: true, force: true });
  }
}
