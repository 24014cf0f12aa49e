import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { signalGroup } from "./platform.js";

const POLL_MS = 15;

export interface StopWaits {
  shutdownMs: number;
  terminateMs: number;
  killedMs: number;
}

export function hasExited(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/**
 * Ends a child and all that it started: after it was asked, 2 s later SIGTERM, 1 s later SIGKILL, to
 * the whole group. Resolves when no process of the group is alive.
 */
export async function stopGroup(child: ChildProcess, waits: StopWaits): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  await gone(child, waits.shutdownMs, () => hasExited(child));
  const isGone = () => hasExited(child) && !signalGroup(pid, 0);
  if (isGone()) return;
  signalGroup(pid, "SIGTERM");
  await gone(child, waits.terminateMs, isGone);
  if (isGone()) return;
  signalGroup(pid, "SIGKILL");
  await gone(child, waits.killedMs, isGone);
}

/** Waits for the exit, which has an event, and for the rest of the group, which has none. */
async function gone(child: ChildProcess, limitMs: number, isGone: () => boolean): Promise<void> {
  if (limitMs <= 0 || isGone()) return;
  const over = new AbortController();
  const leave = () => {
    over.abort();
  };
  const timer = setTimeout(leave, limitMs);
  const check = () => {
    if (isGone()) leave();
  };
  child.once("exit", check);
  while (!over.signal.aborted) {
    await delay(hasExited(child) ? POLL_MS : limitMs, undefined, { signal: over.signal }).catch(
      () => undefined,
    );
    check();
  }
  clearTimeout(timer);
  child.off("exit", check);
}
