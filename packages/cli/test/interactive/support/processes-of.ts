import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The processes that were started with this `ZOT_HOME` in their environment. */
export function processesOf(home: string): number[] {
  const mark = `ZOT_HOME=${home}`;
  if (!existsSync("/proc/self/environ")) {
    return execFileSync("ps", ["-axEww", "-o", "pid=,command="], { encoding: "utf8" })
      .split("\n")
      .filter((line) => line.includes(mark))
      .map((line) => Number.parseInt(line, 10));
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(mark))
    .map(Number);
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return ""; // it is gone, or not ours
  }
}

/** Whether a process stands still after SIGSTOP. */
export function isStopped(pid: number): boolean {
  const state = execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return state.trim().startsWith("T");
}
