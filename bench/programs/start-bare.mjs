// usage: start-bare.mjs FANOUT COUNT COMMAND ARG   starts them, a few at a time, answers their hello; prints when all are
// ready
import { spawn } from "node:child_process";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { untilReady } from "../lib/until-ready.mjs";

const begun = performance.now();
// Not asked for, but the host's run pays for it, too.
monitorEventLoopDelay({ resolution: 2 }).enable();
const [fanOut, count, command, ...args] = process.argv.slice(2);
const children = [];

async function startOne() {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], detached: true });
  children.push(child);
  await untilReady(child);
}

let left = Number(count);
const worker = async () => {
  while (left > 0) {
    left -= 1;
    await startOne();
  }
};
await Promise.all(Array.from({ length: Number(fanOut) }, worker));
console.log(JSON.stringify({ ms: performance.now() - begun }));
for (const child of children) child.kill("SIGKILL");
