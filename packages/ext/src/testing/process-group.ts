import type { ChildProcess, SpawnOptions } from "node:child_process";

const isWindows = process.platform === "win32";

/** On POSIX a child leads a group of its own, so that whatever it started can be ended with it. */
export const groupOptions: SpawnOptions = { detached: !isWindows, windowsHide: true };

/** Signals the child and all that it started. A group that is gone already is fine. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // ESRCH: nobody is left.
  }
}
