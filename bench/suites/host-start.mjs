import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { atMost, interleave, median } from "../lib/measure.mjs";
import { writeExtension } from "../lib/write-extension.mjs";

const run = promisify(execFile);
const program = (name) => fileURLToPath(new URL(`../programs/${name}`, import.meta.url));
const FAN_OUTS = [4, 8];
const MAX_LAG_MS = 120;

/** The interpreter itself: a version manager's shim would be most of what is measured. */
function findPython() {
  const code = "import sys; print(sys.executable)";
  return execFileSync("python3", ["-c", code], { encoding: "utf8" }).trim();
}

/** A zot home with so many extensions, all the same program. */
function makeHome(root, count, command, file) {
  for (let n = 0; n < count; n += 1) {
    writeExtension(join(root, "extensions", `bench-${n}`), file, command);
  }
}

async function runNode(args) {
  const { stdout } = await run(process.execPath, args);
  return JSON.parse(stdout);
}

async function compare(root, name, command, file, count) {
  const home = join(root, `${name}-${count}`);
  makeHome(home, count, command, file);
  const lags = [];
  const host = async () => {
    const { ms, lag } = await runNode([program("start-host.mjs"), home, String(count)]);
    lags.push(lag);
    return ms;
  };
  const bare = (fanOut) => async () => {
    const args = [String(fanOut), String(count), command, file];
    return (await runNode([program("start-bare.mjs"), ...args])).ms;
  };
  // Of two fan-outs that start all at once the luckier one would be no better way, only another try.
  const fanOuts = FAN_OUTS.filter((fanOut, at) => at === 0 || fanOut <= count);
  const tasks = Object.fromEntries(fanOuts.map((fanOut) => [fanOut, bare(fanOut)]));
  const rounds = count >= 50 ? 5 : count > 4 ? 11 : 25;
  const { host: ours, ...theirs } = await interleave({ ...tasks, host }, { rounds });
  const lag = median(lags);
  const what = `${count} ${name} extension${count > 1 ? "s" : ""}`;
  return [
    atMost(
      `${what} ready to a bare parallel start`,
      ours / Math.min(...Object.values(theirs)),
      1.15,
    ),
    {
      what: `${what}: longest stall of the event loop meanwhile`,
      measured: `${lag.toFixed(0)} ms`,
      goal: `≤ ${MAX_LAG_MS} ms`,
      met: lag <= MAX_LAG_MS,
    },
  ];
}

export async function measure() {
  const root = mkdtempSync(join(tmpdir(), "zot-bench-"));
  const rows = [];
  try {
    for (const count of [1, 4, 16, 50]) {
      const node = [root, "node", process.execPath, program("extension.mjs"), count];
      const python = [root, "python3", findPython(), program("extension.py"), count];
      rows.push(...(await compare(...node)), ...(await compare(...python)));
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return rows;
}
