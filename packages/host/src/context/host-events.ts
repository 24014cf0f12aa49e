import type { FromExtension, FromHost, NoteLevel, Panel } from "@zot/protocol";
import type { ExtensionState } from "../lifecycle/extension-state.js";

/**
 * What can go wrong with an extension, by name.
 *
 * @example
 * host.subscribe((event) => {
 *   if (event.type === "fault" && event.code === "crash-loop") console.error(event.message);
 * });
 */
export type FaultCode =
  | "load"
  | "unavailable"
  | "untrusted"
  | "hello-timeout"
  | "protocol-version"
  | "before-hello"
  | "crashed"
  | "crash-loop"
  | "line-too-long"
  | "stdout-noise"
  | "bad-bytes"
  | "bad-frame"
  | "stdin-full"
  | "events-dropped"
  | "notes-dropped"
  | "name-taken"
  | "intercept-failed"
  | "reload-failed";

/**
 * A panel that is open, as it looks now.
 *
 * @example
 * const focused: OpenPanel | undefined = host.panels().at(-1);
 */
export interface OpenPanel extends Panel {
  extension: string;
}

/**
 * Everything that the host has to tell.
 *
 * @example
 * host.subscribe((event: HostEvent) => {
 *   if (event.type === "note") console.error(`[ext] ${event.level}: ${event.message}`);
 * });
 */
export type HostEvent =
  | {
      type: "state";
      extension: string;
      state: ExtensionState;
      previous: ExtensionState;
      reason?: string;
    }
  /** Its tools, commands or subscriptions are others than before. */
  | { type: "registrations"; extension: string }
  /** One message for the user: it names the extension and what happened. */
  | { type: "fault"; extension: string; code: FaultCode; message: string }
  | { type: "note"; extension: string; level: NoteLevel; message: string }
  | { type: "notes-clear"; extension: string }
  /** The open panels, the focused one last. */
  | { type: "panels"; panels: readonly OpenPanel[] }
  | { type: "submit"; extension: string; text: string }
  | { type: "submit-slash"; extension: string; text: string }
  | { type: "frame"; extension: string; direction: "in"; frame: FromExtension }
  | { type: "frame"; extension: string; direction: "out"; frame: FromHost };

/**
 * Hears everything; one that throws harms nobody else.
 *
 * @example
 * const listener: HostListener = ({ type }) => console.log(type);
 * const leave = host.subscribe(listener);
 */
export type HostListener = (event: HostEvent) => void;
