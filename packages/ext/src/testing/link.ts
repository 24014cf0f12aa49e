/** How an extension under test ended. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** What a link tells the host that it belongs to. */
export interface LinkEvents {
  onLine: (line: string) => void;
  onProblem: (message: string) => void;
  onLog: (text: string) => void;
  onExit: (exit: Exit) => void;
}

/** The way to an extension: a child process, or an object in this one. */
export interface Link {
  /** Sends one line, its LF included. */
  send: (line: string) => void;
  /** Nothing more will be sent: the extension sees the end of its stdin. */
  disconnect: () => void;
  /** After `shutdown` was sent: ends the extension if it does not end itself. */
  end: () => void;
  /** Ends it at once, whatever it says. */
  kill: () => void;
}
