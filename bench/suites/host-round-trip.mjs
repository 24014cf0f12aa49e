import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeHost } from "../lib/make-host.mjs";
import { atMost, interleave, median } from "../lib/measure.mjs";
import { writeExtension } from "../lib/write-extension.mjs";

const file = fileURLToPath(new URL("../programs/extension.mjs", import.meta.url));
const text = "x".repeat(100);

/** The same program behind a pipe: a line out, a line back, parsed. */
function startBare() {
  const child = spawn(process.execPath, [file], {
    stdio: ["pipe", "pipe", "inherit"],
    // A session of its own, as the host gives it: schedulers treat sessions as groups.
    detached: true,
  });
  let rest = "";
  let resolve;
  child.stdout.on("data", (bytes) => {
    const lines = (rest + bytes.toString("utf8")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const frame = JSON.parse(line);
      if (frame.type === "tool_result") resolve(frame);
    }
  });
  let id = 0;
  const call = () =>
    new Promise((settle) => {
      resolve = settle;
      id += 1;
      const frame = { type: "tool_call", id: String(id), name: "echo", args: { text } };
      child.stdin.write(`${JSON.stringify(frame)}\n`);
    });
  return { call, stop: () => child.kill() };
}

async function startHost(root) {
  const dir = writeExtension(join(root, "bench"), file);
  const host = makeHost(root, { paths: [dir] });
  await host.start();
  return { call: () => host.callTool("echo", { text }), stop: () => host.stop() };
}

async function time(call) {
  const started = performance.now();
  await call();
  return performance.now() - started;
}

/** Starts both, calls them by turns, and tells the median of each. */
async function measurePair(isHostFirst) {
  const root = mkdtempSync(join(tmpdir(), "zot-bench-"));
  const early = isHostFirst ? await startHost(root) : undefined;
  const bare = startBare();
  const host = early ?? (await startHost(root));
  try {
    // Call by call: a round trip is far shorter than a slow moment of the machine.
    const tasks = { bare: () => time(bare.call), host: () => time(host.call) };
    return await interleave(tasks, { rounds: 600, warmups: 600 });
  } finally {
    bare.stop();
    await host.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

export async function measure() {
  // Where the system puts a child, beside the bench or on another core, halves or doubles its round trip, and it mostly
  // stays there. So pairs are started anew, and either side is as often the lucky one.
  const ratios = [];
  for (let at = 0; at < 15; at += 1) {
    const { host, bare } = await measurePair(at % 2 === 1);
    ratios.push(host / bare);
  }
  return [atMost("tool round trip, p50, to a bare pipe echo", median(ratios), 1.3)];
}
