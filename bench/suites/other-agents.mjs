import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { AGENTS } from "../lib/agents/agents.mjs";
import { timeToFirstRequest } from "../lib/agents/first-request.mjs";
import { median, runNode } from "../lib/measure.mjs";

const ROUNDS = 5;

function isInstalled({ command }) {
  if (command === process.execPath) return true;
  return (process.env.PATH ?? "")
    .split(delimiter)
    .some((folder) => folder !== "" && existsSync(join(folder, command)));
}

function timeBareNode() {
  const started = performance.now();
  runNode(["-e", "0"]);
  return performance.now() - started;
}

/** Whatever of these is on the PATH, each in an empty home, asking the same server on this machine. */
export async function measure() {
  const agents = AGENTS.filter(isInstalled);
  const missing = AGENTS.filter((agent) => !agents.includes(agent)).map(({ command }) => command);
  if (missing.length > 0) process.stderr.write(`  not on the PATH: ${missing.join(", ")}\n`);
  const bare = [];
  const took = new Map(agents.map(({ name }) => [name, []]));
  // The first round is for caches.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const node = timeBareNode();
    if (round > 0) bare.push(node);
    for (const agent of agents) {
      const ms = await timeToFirstRequest(agent);
      if (round > 0) took.get(agent.name).push(ms);
    }
  }
  const ratios = agents.map(({ name }) => {
    const samples = took.get(name).filter((ms) => ms !== undefined);
    return samples.length < ROUNDS ? undefined : median(samples) / median(bare);
  });
  const [zot, ...others] = ratios;
  return agents.map(({ name }, at) => ({
    what: `first model request of ${name} to bare \`node -e 0\``,
    measured: ratios[at] === undefined ? "never came" : `${ratios[at].toFixed(1)} ×`,
    goal: at === 0 ? "the least of these" : "–",
    met: at > 0 || others.every((ratio) => ratio === undefined || zot < ratio),
  }));
}
