import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { hasCode } from "../../errors.js";

/** Where bubblewrap tells who the first process of the jail is. */
export const INFO_FD = 3;

/** What waits for a disk can't be ended; whoever waits for it has to go on some day. */
const LONGEST_END_MS = 10_000;
const LOOK_EVERY_MS = 1;

/**
 * All that a command in the jail started. Bubblewrap ends with the command, and the kernel ends the rest a moment later:
 * what was put into the background could go on writing until then. The first process of a namespace is the last to end.
 */
export class JailedProcesses {
  #first: { pid: number; started: string | undefined } | undefined;
  readonly #told: Promise<void>;

  constructor(child: ChildProcess) {
    const info = child.stdio[INFO_FD];
    let text = "";
    this.#told = new Promise((resolve) => {
      info?.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        const pid = Number(/"child-pid": (\d+)\D/.exec(text)?.[1] ?? "0");
        if (pid === 0 || this.#first !== undefined) return;
        this.#first = { pid, started: readState(pid)?.started };
        resolve();
      });
      info?.once("error", resolve);
      info?.once("close", resolve);
      child.once("error", resolve);
    });
  }

  /** Ends them all, and waits until they are gone. */
  async end(): Promise<void> {
    await this.#told;
    const until = performance.now() + LONGEST_END_MS;
    while (!this.#endFirst() && performance.now() < until) await setTimeout(LOOK_EVERY_MS);
  }

  /** The same, without giving anybody else a turn. */
  endNow(): void {
    const clock = new Int32Array(new SharedArrayBuffer(4));
    const until = performance.now() + LONGEST_END_MS;
    while (!this.#endFirst() && performance.now() < until) {
      Atomics.wait(clock, 0, 0, LOOK_EVERY_MS);
    }
  }

  /** True when it is gone. */
  #endFirst(): boolean {
    if (this.#first === undefined) return true;
    const { pid, started } = this.#first;
    const now = readState(pid);
    // Some systems show nobody another namespace's processes.
    if (now === undefined) return !exists(pid);
    // A zombie where nobody asks for its end; or the number is another process's by now.
    if (/[ZX]/.test(now.state) || now.started !== started) return true;
    send(pid, "SIGKILL");
    return false;
  }
}

function readState(pid: number): { state: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", started: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

function exists(pid: number): boolean {
  return send(pid, 0);
}

function send(pid: number, signal: "SIGKILL" | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return !hasCode(error, "ESRCH");
  }
}
