/**
 * Where an extension's lines go. `run()` connects stdin and stdout; a test connects memory.
 *
 * @example
 * const transport: Transport = {
 *   write: (line) => socket.write(line),
 *   log: console.error,
 *   end: () => socket.end(),
 * };
 */
export interface Transport {
  /** Takes one line for the host, its LF included. */
  write: (line: string) => void;
  /** Takes what the extension logs. */
  log: (...values: unknown[]) => void;
  /** The extension is done; nothing is written after this. */
  end: () => void;
}

/** The host's end of a running extension. */
export interface Connection {
  /** Takes one line of the host, without its LF. Never throws. */
  receive: (line: string) => void;
  /** The host is gone: aborts every handler and ends, at once unless a goodbye is under way. */
  close: () => void;
  /** Tells log and user of an error that no handler is left to answer for. */
  report: (error: unknown) => void;
}
