import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { makePrivateFolder } from "./write-private-file.js";

/** How long a holder may take; longer than any request made under the lock. */
const STALE_AFTER_MS = 60_000;
const GIVE_UP_AFTER_MS = 90_000;
const POLL_MS = 25;

/** Runs an action while no other process does the same under this path. */
export async function withLock<T>(path: string, action: () => Promise<T>): Promise<T> {
  await makePrivateFolder(dirname(path));
  const token = `${process.pid} ${randomBytes(8).toString("hex")}`;
  const deadline = Date.now() + GIVE_UP_AFTER_MS;
  while (!(await take(path, token))) {
    if (Date.now() > deadline) {
      throw new Error(`${path} stayed locked; if no zot is running, delete that file`);
    }
    if (!(await breakIfStale(path))) await delay(POLL_MS + Math.random() * POLL_MS);
  }
  try {
    return await action();
  } finally {
    if ((await read(path)) === token) await rm(path, { force: true });
  }
}

async function take(path: string, token: string): Promise<boolean> {
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(token);
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Removes a lock whose holder is gone. True if the way may be free now. */
async function breakIfStale(path: string): Promise<boolean> {
  const seen = await read(path);
  if (seen === undefined) return true;
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  // An empty lock belongs to a process between creating and writing it.
  const pid = Number.parseInt(seen, 10);
  const holderIsGone = Number.isNaN(pid) ? false : !isAlive(pid);
  if (!holderIsGone && age < STALE_AFTER_MS) return false;
  // Renaming lets only one of several waiters take it away.
  const aside = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    await rename(path, aside);
  } catch {
    return true;
  }
  if ((await read(aside)) !== seen) {
    await rename(aside, path);
    return false;
  }
  await rm(aside, { force: true });
  return true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function read(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}
