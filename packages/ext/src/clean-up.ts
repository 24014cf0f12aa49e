/** A clean-up that hangs must not use up the two seconds that the host grants before SIGTERM. */
const PATIENCE_MS = 1_500;

/** Runs all at once; what one throws is logged and stops none of the others. */
export async function cleanUp(
  cleanups: readonly (() => unknown)[],
  log: (...values: unknown[]) => void,
): Promise<void> {
  if (cleanups.length === 0) return;
  const all = cleanups.map(async (cleanup) => await cleanup());
  const done = Promise.allSettled(all).then((results) => {
    for (const result of results) if (result.status === "rejected") log(result.reason);
  });
  const { promise: patience, stop } = wait(PATIENCE_MS);
  await Promise.race([done, patience]);
  stop();
}

function wait(ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return {
    promise,
    stop: () => {
      clearTimeout(timer);
    },
  };
}
