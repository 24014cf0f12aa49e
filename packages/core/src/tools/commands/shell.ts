import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { lazyChildProcess } from "../../lazy-child-process.js";

// All that differs between platforms about running a command.

/** Starts a command in a session of its own: it has no terminal, and ends as one group. */
export function startShell(
  command: string,
  options: { cwd: string; env: NodeJS.ProcessEnv; wrap?: string[]; withInfo?: boolean },
): ChildProcess {
  const [program, ...args] = [...(options.wrap ?? []), ...shellCommand(command)];
  return lazyChildProcess().spawn(program ?? "", args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ["ignore", "pipe", "pipe", ...(options.withInfo === true ? (["pipe"] as const) : [])],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
}

function shellCommand(command: string): string[] {
  if (process.platform === "win32") return ["cmd.exe", "/d", "/s", "/c", `(${command}) 2>&1`];
  // One pipe for both streams keeps what they say in order.
  return [findShell(), "-c", `exec 2>&1\n${command}`];
}

let shell: string | undefined;

function findShell(): string {
  shell ??=
    ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"].find((path) => existsSync(path)) ??
    "/bin/sh";
  return shell;
}

/** Ends a child and all that it started. Does nothing if they are gone. */
export function endGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  if (process.platform === "win32") {
    lazyChildProcess().spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"], {
      windowsHide: true,
    });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nothing of the group is left.
  }
}
