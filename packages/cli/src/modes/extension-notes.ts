import type { RpcEvent } from "@zot/protocol/rpc";
import type { WorkspaceEvent } from "@zot/sdk";
import { say } from "../output.js";

export type ExtensionNote = Extract<RpcEvent, { type: "ext_notify" | "ext_clear_notes" }>;

/** What is most often wrong with a program that runs and is not heard of. */
export const SILENT = "it has not said hello yet; does it flush what it writes to stdout?";

/** A wait that a user would wonder about. */
const LONG_WAIT_MS = 2_000;

interface Starting {
  starting(): readonly string[];
}

/** Whom everything waits for. */
export function describeWaiting(host: Starting): string {
  return `waiting for extensions: ${host.starting().join(", ")}`;
}

/** Says once for whom a run without a screen waits, if it takes long; returns what ends that. */
export function tellWaiting(host: Starting, note: (line: string) => void): () => void {
  const timer = setTimeout(() => {
    if (host.starting().length > 0) note(`zot: ${describeWaiting(host)}`);
  }, LONG_WAIT_MS);
  timer.unref();
  return () => {
    clearTimeout(timer);
  };
}

/** Passes on what extensions say to the user, and what happened to them. */
export function tellExtension(
  event: WorkspaceEvent,
  onNote: (note: ExtensionNote) => void = sayNote,
): void {
  // Each kind once for an extension, however often it comes up.
  if (event.type === "fault" && event.count === 1) say(event.message);
  if (event.type === "note") {
    const { extension, level, message } = event;
    onNote({ type: "ext_notify", extension, level, message });
  }
  if (event.type === "notes-clear") {
    onNote({ type: "ext_clear_notes", extension: event.extension });
  }
}

function sayNote(note: ExtensionNote): void {
  if (note.type === "ext_notify") say(`[${note.extension}] ${note.level}: ${note.message}`);
}
