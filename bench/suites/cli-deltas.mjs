import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atMost, interleave } from "../lib/measure.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const zot = join(root, "packages/cli/dist/zot.cjs");
const DELTAS = 20_000;

/** CPU time of a node program from start to end, in ms: it reports its own use as it leaves. */
function cpuOf(args, { report, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--require", report, ...args], {
      ...options,
      stdio: ["ignore", "pipe", "inherit", "pipe"],
    });
    let cpu = "";
    child.stdout.resume();
    child.stdio[3].on("data", (bytes) => (cpu += bytes));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(Number(cpu)) : reject(new Error(`${args} → ${code}`)),
    );
  });
}

export async function measure() {
  const home = mkdtempSync(join(tmpdir(), "zot-bench-"));
  const script = join(home, "script.json");
  const report = join(home, "report.cjs");
  writeFileSync(script, JSON.stringify([{ text: "some words here ", repeat: DELTAS }]));
  writeFileSync(
    report,
    `process.on("exit", () => { const { user, system } = process.cpuUsage(); require("node:fs").writeSync(3, String((user + system) / 1000)); });`,
  );
  const options = {
    report,
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, ZOT_HOME: home, ZOT_OFFLINE_SCRIPT: script },
  };
  const args = [zot, "--provider", "offline", "--no-session"];
  try {
    const cpu = await interleave(
      {
        bare: () => cpuOf(["-e", "0"], options),
        print: () => cpuOf([...args, "-p", "go"], options),
        json: () => cpuOf([...args, "--json", "go"], options),
      },
      { rounds: 9, warmups: 1 },
    );
    return [
      atMost(`${DELTAS} deltas in print mode, CPU to bare \`node -e 0\``, cpu.print / cpu.bare, 9),
      atMost(`${DELTAS} deltas in JSON mode, CPU to bare \`node -e 0\``, cpu.json / cpu.bare, 12),
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
