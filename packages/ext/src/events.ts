import type { Event, EventName } from "@zot/protocol";
import type { Present } from "./present.js";
import type { Zot } from "./zot.js";

/** Which fields come with which event; `session_id`, `cwd` and `sequence` come with all of a newer host. */
interface EventFields {
  session_start: never;
  turn_start: "step";
  turn_end: "stop";
  tool_call: "tool_id" | "tool_name" | "tool_args";
  assistant_message: "text";
  session_end: never;
  user_prompt_submit: "text";
  tool_result: "tool_id" | "tool_name" | "result";
  tool_confirmation_requested: "tool_id" | "tool_name" | "tool_args";
  permission_decision: "tool_id" | "tool_name" | "decision";
  pre_compact: "message_count";
  post_compact: "message_count";
}

interface EventExtras {
  turn_end: "error";
  tool_result: "tool_args";
  permission_decision: "tool_args" | "reason";
  session_end: "reason";
  post_compact: "text" | "error";
}

type ExtrasOf<Name> = Name extends keyof EventExtras ? EventExtras[Name] : never;

/** What a handler of that event gets. */
export type EventOf<Name extends EventName> = { event: Name } & Present<Event, EventFields[Name]> &
  Pick<Event, ExtrasOf<Name> | "session_id" | "cwd" | "sequence">;

/** Runs when something happened. Nobody waits for it; what it throws shows as a note. */
export type EventHandler<Name extends EventName> = (
  event: EventOf<Name>,
  zot: Zot,
) => void | Promise<void>;
