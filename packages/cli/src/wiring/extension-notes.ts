import type { ExtensionHost, HostEvent } from "@zot/host";
import type { RpcEvent } from "@zot/protocol/rpc";

export type ExtensionNote = Extract<RpcEvent, { type: "ext_notify" | "ext_clear_notes" }>;

/** What is most often wrong with a program that runs and is not heard of. */
export const SILENT = "it has not said hello yet; does it flush what it writes to stdout?";

/** Names those that a run goes on without, after it waited for them. */
export function tellSilent(host: ExtensionHost, note: (line: string) => void): void {
  for (const { name, state } of host.extensions()) {
    if (state === "starting") note(`extension ${name}: ${SILENT}`);
  }
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
    if (event.type === "fault") note(event.message);
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
