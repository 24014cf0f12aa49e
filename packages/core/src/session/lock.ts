import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename } from "node:path";
import { hasCode, ZotError } from "../errors.js";
import { processStart } from "./process-start.js";

interface Owner {
  pid: number;
  host: string;
  /** When the process started: a process id is used again sooner or later. */
  started: string | null;
}

/** Makes this process the only writer of a session, until the function that it returns is called. */
export function lockSession(path: string): () => void {
  const lock = `${path}.lock`;
  const mine = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    started: processStart(process.pid),
  } satisfies Owner);
  for (;;) {
    try {
      writeFileSync(lock, mine, { flag: "wx", mode: 0o600 });
      return () => {
        if (read(lock) === mine) rmSync(lock, { force: true });
      };
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    }
    const holder = read(lock);
    if (holder === undefined) continue;
    if (isAlive(holder)) throw lockedError(path, lock, holder);
    breakLock(lock, holder);
  }
}

/** Whether another process, or this one, writes to the session right now. */
export function isLocked(path: string): boolean {
  const holder = read(`${path}.lock`);
  return holder !== undefined && isAlive(holder);
}

/**
 * Takes a dead process's lock away. Somebody else may do the same at this moment and already hold the
 * lock anew; then what was moved away is not what was read, and goes back.
 */
function breakLock(lock: string, holder: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  try {
    if (read(aside) !== holder) linkSync(aside, lock);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    unlinkSync(aside);
  }
}

function isAlive(holder: string): boolean {
  const owner = parseOwner(holder);
  // A lock that was torn while it was written: its owner is gone.
  if (owner === undefined) return false;
  if (owner.host !== hostname()) return true;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (!hasCode(error, "EPERM")) return false;
  }
  return owner.started === null || processStart(owner.pid) === owner.started;
}

function parseOwner(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Owner;
    return Number.isSafeInteger(owner.pid) && owner.pid > 0 ? owner : undefined;
  } catch {
    return undefined;
  }
}

function lockedError(path: string, lock: string, holder: string): ZotError {
  const owner = parseOwner(holder);
  const where = owner?.host === hostname() ? "" : ` on ${owner?.host ?? "another machine"}`;
  return new ZotError(
    "session_locked",
    `session ${basename(path)} is open in another zot (process ${owner?.pid ?? "?"}${where}; ` +
      `if that is gone, delete ${lock}); close it there first`,
  );
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
