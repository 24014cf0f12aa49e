import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** Memory in MB, and processor time in milliseconds (in whole seconds where there is no /proc). */
export function processUse(pid) {
  if (!existsSync(`/proc/${pid}/stat`)) {
    const [rss, time] = execFileSync("ps", ["-o", "rss=,time=", "-p", String(pid)], {
      encoding: "utf8",
    })
      .trim()
      .split(/\s+/);
    const seconds = time.split(/[:.]/).reduce((sum, part) => sum * 60 + Number(part), 0);
    return { megabytes: Number(rss) / 1024, cpuMs: seconds * 1000 };
  }
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  // The name in brackets may hold spaces; fields are counted behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { megabytes: kilobytes / 1024, cpuMs: (ticks * 1000) / TICKS_PER_SECOND };
}
