import type { Reply, UserInput } from "../input/events.js";

/**
 * How the process was stopped. `prepared`: as ctrl+z does it, the terminal was given back before, and the cursor is below
 * whatever the screen shows now. `sudden`: by SIGSTOP, and nobody knows whether a shell has written since.
 */
export type Pause = "prepared" | "sudden";

/**
 * What the rest of the toolkit needs of a terminal. `openTerminal` gives the real one, `@zot/tui/testing` a virtual
 * one. Each `on…` returns a function that takes the listener off again.
 *
 * @example
 * import type { Terminal } from "@zot/tui";
 * const ring = (terminal: Terminal) => terminal.write("\x07");
 */
export interface Terminal {
  readonly columns: number;
  readonly rows: number;
  /** Whether the terminal wraps long rows anew when it is made narrower; nearly all do. */
  readonly reflows: boolean;
  /** Writes as it is. False: the terminal lags behind, wait for `onDrain` before the next frame. */
  write(data: string): boolean;
  /** What was typed before the first listener came is kept for it. */
  onInput(listener: (event: UserInput) => void): () => void;
  /** The terminal's answers, earlier ones too; they are no input and never reach `onInput`. */
  onReply(listener: (reply: Reply) => void): () => void;
  onResize(listener: () => void): () => void;
  onDrain(listener: () => void): () => void;
  /** After the process was stopped and continued. */
  onResume(listener: (pause: Pause) => void): () => void;
  /** What to write before the terminal is given back, on every way out: a crash and a signal too. */
  onRestore(farewell: () => string): () => void;
  /** Gives the terminal back to the shell until the user returns with `fg`. */
  suspend(): void;
  /**
   * Resolves when the terminal has answered all that it was asked, or surely won't. Await it before `close`: an answer
   * that comes later is typed into the shell.
   */
  settled(): Promise<void>;
  /** Gives the terminal back as it was. Safe to call twice. */
  close(): void;
}
