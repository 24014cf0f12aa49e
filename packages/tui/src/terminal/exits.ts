/** Signals whose default action ends the process. SIGKILL cannot be caught. */
const SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"] as const;

/**
 * Runs `restore` on every way out of the process: its end, a crash, a signal. A signal then ends the process as it
 * would have, unless the program has a listener of its own for it. Returns a function that undoes the watch.
 */
export function watchExits(restore: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    restore();
    if (process.listenerCount(signal) > 1) return;
    process.removeListener(signal, onSignal);
    process.kill(process.pid, signal);
  };
  // Comes before the stack trace is printed, so that the trace lands below the interface and stays readable.
  process.on("uncaughtExceptionMonitor", restore);
  process.on("exit", restore);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    process.removeListener("uncaughtExceptionMonitor", restore);
    process.removeListener("exit", restore);
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  };
}
