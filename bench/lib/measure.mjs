import { spawnSync } from "node:child_process";

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Runs each task once a round, one after the other, so that a slow moment of the machine hits all of
 * them; returns the median of each. A task returns what it measured, or nothing to be timed.
 */
export async function interleave(tasks, { rounds, warmups = 1 }) {
  const samples = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
  for (let round = -warmups; round < rounds; round += 1) {
    for (const [name, task] of Object.entries(tasks)) {
      const started = performance.now();
      const own = await task();
      const took = performance.now() - started;
      if (round >= 0) samples[name].push(own ?? took);
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, all]) => [name, median(all)]));
}

/** Runs node to its end, silently; throws if it fails. */
export function runNode(args, options = {}) {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", ...options });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
}

/** A row whose measure must be at most the goal. */
export function atMost(what, ratio, goal) {
  return { what, measured: `${ratio.toFixed(2)} ×`, goal: `≤ ${goal} ×`, met: ratio <= goal };
}

/** A row whose measure must be at least the goal. */
export function atLeast(what, ratio, goal) {
  return { what, measured: `${ratio.toFixed(2)} ×`, goal: `≥ ${goal} ×`, met: ratio >= goal };
}
