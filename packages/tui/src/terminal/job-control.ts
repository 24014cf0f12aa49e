/** Windows has none. */
export const HAS_JOB_CONTROL = process.platform !== "win32";

export interface JobListeners {
  /** Somebody asks the job to stop. It does not by itself: the terminal has to be given back first. */
  onStop: () => void;
  /** It goes on, after whatever stopped it. */
  onContinue: () => void;
}

/** Returns a function that undoes the watch. */
export function watchJob({ onStop, onContinue }: JobListeners): () => void {
  if (!HAS_JOB_CONTROL) return () => undefined;
  process.on("SIGTSTP", onStop);
  process.on("SIGCONT", onContinue);
  return () => {
    process.removeListener("SIGTSTP", onStop);
    process.removeListener("SIGCONT", onContinue);
  };
}

/** Stops every process of this job, this one included, until the shell continues them. */
export function stopJob(): void {
  const listeners = process.listeners("SIGTSTP");
  // With a listener the signal would not stop us.
  process.removeAllListeners("SIGTSTP");
  process.kill(0, "SIGTSTP");
  for (const listener of listeners) process.on("SIGTSTP", listener);
}
