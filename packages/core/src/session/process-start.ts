import { readFileSync } from "node:fs";

/**
 * Something that differs between two processes which had the same id one after the other, or null
 * where the platform has no cheap answer: then a reused id looks alive, and the user is told what to do.
 */
export function processStart(pid: number): string | null {
  if (process.platform !== "linux") return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The command's name is in parentheses and may hold spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
