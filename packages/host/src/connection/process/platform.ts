import { extname } from "node:path";

const windows = process.platform === "win32";

/**
 * POSIX: a session of its own, so that Ctrl-C in the terminal reaches us only, the terminal is out
 * of reach, and one signal ends the whole tree. Windows has no sessions, and opens a console for it.
 */
export const OWN_SESSION = !windows;

/** Windows can't run scripts without a shell. */
export function needsShell(command: string): boolean {
  return windows && [".bat", ".cmd"].includes(extname(command).toLowerCase());
}

/** Signals a child and everything it started. False when no process is left. */
export function signalGroup(pid: number, signal: "SIGTERM" | "SIGKILL" | 0): boolean {
  if (windows) {
    if (signal === 0) return isAlive(pid);
    const { execFile } = process.getBuiltinModule("node:child_process");
    execFile("taskkill", ["/pid", String(pid), "/T", "/F"], () => {
      // Nothing to do when it is gone already.
    });
    return true;
  }
  return send(-pid, signal);
}

function isAlive(pid: number): boolean {
  return send(pid, 0);
}

function send(pid: number, signal: "SIGTERM" | "SIGKILL" | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM" && signal === 0;
  }
}
