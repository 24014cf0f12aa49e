import type { AgentEvent, QueueEntry } from "@zot/core";
import type { HostEvent } from "@zot/host";

/**
 * Everything that happens in a workspace, in order: what the agent does, what extensions say and what happens to them,
 * what waits, and what a user should know.
 */
export type WorkspaceEvent =
  | AgentEvent
  | HostEvent
  /** What waits is something else than before. */
  | { type: "queue"; entries: readonly QueueEntry[] }
  /** A command of an extension, sent as a prompt, has this to show. */
  | { type: "display"; extension: string; text: string }
  /** Something that the user should know; `cause` is the error that the message begins with, if it is about one. */
  | { type: "notice"; message: string; cause?: unknown };
