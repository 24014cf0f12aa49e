import type { FromExtension, FromHost, NoteLevel, Panel } from "@zot/protocol";
import type { ExtensionState } from "../lifecycle/extension-state.js";
import type { Fault } from "./faults.js";

/** A panel that is open, as it looks now. */
export interface OpenPanel extends Panel {
  extension: string;
}

/**
 * Something is wrong with an extension. Every occurrence is published: `count` tells how often this code came up since
 * the extension was last loaded, so showing only those with 1 shows each kind once. `message` is the fault in words.
 */
export type FaultEvent = Fault & {
  type: "fault";
  extension: string;
  count: number;
  message: string;
};

/** Everything that the host publishes. */
export type HostEvent =
  | {
      type: "state";
      extension: string;
      state: ExtensionState;
      previous: ExtensionState;
      reason?: string;
    }
  /** Its tools, commands or subscriptions changed. */
  | { type: "registrations"; extension: string }
  | FaultEvent
  | { type: "note"; extension: string; level: NoteLevel; message: string }
  | { type: "notes-clear"; extension: string }
  /** The open panels, the focused one last. */
  | { type: "panels"; panels: readonly OpenPanel[] }
  | { type: "submit"; extension: string; text: string }
  | { type: "submit-slash"; extension: string; text: string }
  | { type: "frame"; extension: string; direction: "in"; frame: FromExtension }
  | { type: "frame"; extension: string; direction: "out"; frame: FromHost };

/** Gets every event; an error that it throws is logged and does not reach the others. */
export type HostListener = (event: HostEvent) => void;
