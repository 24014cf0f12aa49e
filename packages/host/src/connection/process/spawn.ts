import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { messageOf } from "../../context/errors.js";
import { needsShell, OWN_SESSION } from "./platform.js";

/** A program, ready to be started. */
export interface Program {
  command: string;
  args: readonly string[];
  /** The extension's own folder. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Whether it is still what was trusted, where trust is needed. */
  isStill?: (() => Promise<boolean>) | undefined;
}

/** A process, or an error that `spawn` throws at once (a NUL in an argument); other errors come as the event `error`. */
export type Spawned = ChildProcessWithoutNullStreams | Error;

export function spawnProgram(program: Program): Spawned {
  // Loading the module takes milliseconds that a run without extensions need not spend.
  const { spawn } = process.getBuiltinModule("node:child_process");
  try {
    return spawn(program.command, program.args, {
      cwd: program.cwd,
      env: program.env,
      stdio: ["pipe", "pipe", "pipe"],
      detached: OWN_SESSION,
      windowsHide: true,
      shell: needsShell(program.command),
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(messageOf(error));
  }
}
