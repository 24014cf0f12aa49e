// usage: start-host.mjs ROOT COUNT   starts the extensions below ROOT; prints when all are ready, and the longest stall
// Like the bare program, it has loaded its modules before the clock starts, also the one that the host loads with the
// first extension; what loading costs shows in `cli-turns`.
import "node:child_process";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { makeHost } from "../lib/make-host.mjs";

const begun = performance.now();
const lag = monitorEventLoopDelay({ resolution: 2 });
lag.enable();
const [root, count] = process.argv.slice(2);
const host = makeHost(root, {
  // A loaded machine must not turn the measure into one of the limit.
  timing: { helloLimitMs: 600_000, shutdownMs: 0, terminateMs: 0 },
});
await host.start();
const ms = performance.now() - begun;
lag.disable();
const ready = host.extensions().filter(({ state }) => state === "ready").length;
if (ready !== Number(count)) throw new Error(`${ready} of ${count} are ready`);
console.log(JSON.stringify({ ms, lag: lag.max / 1e6 }));
await host.stop();
