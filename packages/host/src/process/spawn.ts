import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { needsShell, OWN_SESSION } from "./platform.js";

/** A program, ready to be started. */
export interface Program {
  command: string;
  args: readonly string[];
  /** The extension's own folder. */
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** Throws what can be known at once (a NUL in an argument); all else comes as `error`. */
export function spawnProgram(program: Program): ChildProcessWithoutNullStreams {
  // Loading the module takes milliseconds that a run without extensions need not spend.
  const { spawn } = process.getBuiltinModule("node:child_process");
  return spawn(program.command, program.args, {
    cwd: program.cwd,
    env: program.env,
    stdio: ["pipe", "pipe", "pipe"],
    detached: OWN_SESSION,
    windowsHide: true,
    shell: needsShell(program.command),
  });
}
