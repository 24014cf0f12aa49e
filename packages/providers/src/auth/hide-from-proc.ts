import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs";

/** In `/proc/self/stat`: where the environment that the process was started with lies in its memory (proc(5)). */
const ENV_START = 50;
const ENV_END = 51;
const HIDDEN = 0x2a;

/**
 * Overwrites the values of variables in the copy of the environment that Linux shows in `/proc/<pid>/environ`.
 * Removing a variable leaves that copy as it was, and any program of the same user can read it. Where
 * it can't be done, it is not done: whoever may read it may read our memory as well.
 */
export function hideFromProc(names: readonly string[]): void {
  if (process.platform !== "linux") return;
  try {
    const stat = readFileSync("/proc/self/stat", "latin1");
    // The second field, the name of the program, may hold spaces and brackets; the rest begins with the third.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const start = Number(fields[ENV_START - 3]);
    const length = Number(fields[ENV_END - 3]) - start;
    if (!(start > 0 && length > 0)) return;
    const memory = openSync("/proc/self/mem", "r+");
    try {
      const environ = Buffer.alloc(length);
      const isWhole = readSync(memory, environ, 0, length, start) === length;
      // What lies there must be what the kernel shows as the environment.
      if (!isWhole || !environ.equals(readFileSync("/proc/self/environ"))) return;
      for (const { from, to } of findValues(environ, names)) {
        writeSync(memory, Buffer.alloc(to - from, HIDDEN), 0, to - from, start + from);
      }
    } finally {
      closeSync(memory);
    }
  } catch {
    // Some systems allow no process to write to its memory in this way.
  }
}

function findValues(environ: Buffer, names: readonly string[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from < environ.length;) {
    const next = environ.indexOf(0, from);
    const to = next === -1 ? environ.length : next;
    const sign = environ.indexOf("=", from);
    if (sign > from && sign < to && names.includes(environ.toString("utf8", from, sign))) {
      found.push({ from: sign + 1, to });
    }
    from = to + 1;
  }
  return found;
}
