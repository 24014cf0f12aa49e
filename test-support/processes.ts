import { spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

/** Waits until something is true that has no event; a test that waits in vain fails by its own time-out. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await delay(10);
}

/** Whether a process is there and not just a zombie that nobody has collected. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  const { status, stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], {
    encoding: "utf8",
  });
  return status !== 0 || stdout.trim().startsWith("Z");
}
