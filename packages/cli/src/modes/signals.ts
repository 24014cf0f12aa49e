/** How long whoever reads our output has for the rest of it. */
const LEAVING_MS = 1_000;
const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export interface Signals {
  /** The exit code that the first signal asks for, once one came. */
  readonly exitCode: number | undefined;
  dispose(): void;
}

/**
 * Calls back at the first signal that asks zot to end, so that the turn is aborted, what is said is
 * saved and extensions are shut down; a second one ends the process at once. A ctrl+c that `interrupt`
 * had a use for asks for nothing more.
 */
export function onSignals(abort: () => void, interrupt: () => boolean = () => false): Signals {
  let exitCode: number | undefined;
  const handlers = Object.entries(CODES).map(([signal, code]) => {
    const handler = () => {
      if (exitCode !== undefined) process.exit(code);
      if (signal === "SIGINT" && interrupt()) return;
      exitCode = code;
      abort();
    };
    process.on(signal, handler);
    return [signal, handler] as const;
  });
  return {
    get exitCode() {
      return exitCode;
    },
    dispose() {
      for (const [signal, handler] of handlers) process.off(signal, handler);
      if (exitCode === undefined) return;
      // Output that nobody reads would keep the process for ever.
      setTimeout(() => process.exit(exitCode), LEAVING_MS).unref();
    },
  };
}
