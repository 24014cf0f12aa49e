import type { Terminal } from "../terminal/terminal.js";

/**
 * What a terminal does with rows that no longer fit: `all` wraps them anew and keeps the cursor on its character,
 * `xterm.js` wraps all but the cursor's row and moves the cursor down by the rows that come in below it as well,
 * `none` cuts them.
 */
export type Reflow = "all" | "xterm.js" | "none";

/** xterm.js answers the question for its kind as no other terminal does. */
const XTERM_JS = ">0;276;0c";

/** Finds out which of them this terminal is. */
export class ReflowKind {
  #kind: Reflow;
  readonly #unlisten: () => void;

  constructor(terminal: Terminal) {
    this.#kind = terminal.reflows ? "all" : "none";
    this.#unlisten = terminal.onReply((reply) => {
      if (reply.kind === "csi" && reply.body === XTERM_JS) this.#kind = "xterm.js";
    });
  }

  get kind(): Reflow {
    return this.#kind;
  }

  close(): void {
    this.#unlisten();
  }
}
