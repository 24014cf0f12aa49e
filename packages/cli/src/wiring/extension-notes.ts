import type { ExtensionHost, HostEvent } from "@zot/host";
import type { RpcEvent } from "@zot/protocol/rpc";
import { describeWaiting } from "./hold-back.js";

export type ExtensionNote = Extract<RpcEvent, { type: "ext_notify" | "ext_clear_notes" }>;

/** What is most often wrong with a program that runs and is not heard of. */
export const SILENT = "it has not said hello yet; does it flush what it writes to stdout?";

/** A wait that a user would wonder about. */
const LONG_WAIT_MS = 2_000;

/** Says once for whom a run without a screen waits, if it takes long; returns what ends that. */
export function tellWaiting(host: ExtensionHost, note: (line: string) => void): () => void {
  const timer = setTimeout(() => {
    if (host.starting().length > 0) note(`zot: ${describeWaiting(host)}`);
  }, LONG_WAIT_MS);
  timer.unref();
  return () => {
    clearTimeout(timer);
  };
}

/** Passes on what extensions say to the user, and what happened to them. */
export function tellUser(
  host: ExtensionHost,
  {
    note,
    onExtensionNote,
  }: {
    note: (line: string) => void;
    onExtensionNote?: (event: ExtensionNote) => void;
  },
): void {
  host.subscribe((event) => {
    // Each kind once for an extension, however often it comes up.
    if (event.type === "fault" && event.count === 1) note(event.message);
    const told = toExtensionNote(event);
    if (told === undefined) return;
    if (onExtensionNote) onExtensionNote(told);
    else if (told.type === "ext_notify") note(`[ext] ${told.level}: ${told.message}`);
  });
}

function toExtensionNote(event: HostEvent): ExtensionNote | undefined {
  if (event.type === "note") {
    const { extension, level, message } = event;
    return { type: "ext_notify", extension, level, message };
  }
  if (event.type !== "notes-clear") return undefined;
  return { type: "ext_clear_notes", extension: event.extension };
}
