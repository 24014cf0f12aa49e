/** Loading it takes milliseconds that a run without a command need not spend. */
export function lazyChildProcess(): typeof import("node:child_process") {
  return process.getBuiltinModule("node:child_process");
}
