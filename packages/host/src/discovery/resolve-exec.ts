import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";

/** Windows finds a program by one of these endings. */
const EXECUTABLE_ENDINGS =
  process.platform === "win32" ? (process.env.PATHEXT ?? ".COM;.EXE;.BAT;.CMD").split(";") : [""];

export type ResolvedExec = { ok: true; command: string } | { ok: false; reason: string };

/**
 * Finds the program of a manifest by the shape of its `exec`: absolute, relative to the manifest's
 * folder when it holds a separator, or a bare name on the PATH.
 *
 * @example
 * const exec = resolveExec("python3", dir, process.env.PATH);
 * console.log(exec.ok ? exec.command : exec.reason);
 */
export function resolveExec(exec: string, dir: string, path: string | undefined): ResolvedExec {
  if (isAbsolute(exec)) return check(exec, exec);
  if (hasSeparator(exec)) return check(resolve(dir, exec), exec);
  for (const folder of (path ?? "").split(delimiter)) {
    // A relative entry would let the folder that zot was started in supply the program.
    if (!isAbsolute(folder)) continue;
    const found = EXECUTABLE_ENDINGS.map((ending) => join(folder, exec + ending)).find(isRunnable);
    if (found !== undefined) return { ok: true, command: found };
  }
  return { ok: false, reason: `command "${exec}" not found on PATH${suggestSpelling(exec, dir)}` };
}

/** Whether `exec` names a file rather than a program on the PATH. */
export function hasSeparator(exec: string): boolean {
  return exec.includes("/") || (process.platform === "win32" && exec.includes("\\"));
}

/** What the author most likely meant. */
function suggestSpelling(exec: string, dir: string): string {
  if (existsSync(join(dir, exec))) return `; for the file in its folder write "./${exec}"`;
  return /\s/.test(exec) ? '; "exec" is the program alone, "args" its arguments' : "";
}

function check(file: string, exec: string): ResolvedExec {
  if (isRunnable(file)) return { ok: true, command: file };
  const reason = existsSync(file)
    ? `command "${exec}" is not executable; try: chmod +x ${file}`
    : `command "${exec}" not found (${file})`;
  return { ok: false, reason };
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
