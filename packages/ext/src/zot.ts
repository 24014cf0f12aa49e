import type { ForeignBlock, NoteLevel } from "@zot/protocol";
import type { HostInfo } from "./host-info.js";
import type { Panel, PanelOptions } from "./panel.js";

/**
 * What a tool of the host answered.
 *
 * @example
 * const file: CalledTool = await zot.callTool("read", { path: "README.md" });
 * if (file.is_error) return failure(file.text);
 */
export interface CalledTool {
  /** All its text. */
  text: string;
  content: ForeignBlock[];
  is_error: boolean;
  /** The host cut a long answer. */
  truncated: boolean;
}

/**
 * Everything a handler can ask of zot.
 *
 * @example
 * function greet(zot: Zot) {
 *   zot.notify("info", `Working in ${zot.host.cwd}`);
 * }
 */
export interface Zot {
  /** Aborts when nobody waits for this handler any more: it was cancelled or took too long, or zot ends. */
  readonly signal: AbortSignal;
  readonly host: HostInfo;
  /** Shows a note above the user's editor. */
  notify: (level: NoteLevel, message: string) => void;
  /** Takes this extension's notes back. */
  clearNotes: () => void;
  /** Sends a prompt as if the user had; it waits for a running turn. */
  submit: (text: string) => void;
  /** Runs a slash command as if the user had typed it. */
  submitSlash: (command: string) => void;
  /** Runs a tool of zot or of another extension, guards and confirmation included. Rejects when aborted. */
  callTool: (
    name: string,
    args?: Record<string, unknown>,
    options?: { signal?: AbortSignal },
  ) => Promise<CalledTool>;
  /**
   * Opens a panel and gives it the focus. While it is open, the time of the tool, command or interceptor that opened it
   * stands still. It closes by itself when `signal` aborts, and with the answer of its tool or interceptor. Throws where
   * zot has no screen.
   */
  openPanel: (options: PanelOptions) => Panel;
  /** Writes to the extension's log (stderr). */
  log: (...values: unknown[]) => void;
}
