import * as z from "zod";
import { foreignBlock } from "./content.js";
import { frame, record } from "./frame.js";
import { FAILURE_POLICIES } from "./intercepts.js";

/** Events that an extension can watch. Extensions of any age may name others: those never come. */
export const EVENT_NAMES = [
  "session_start",
  "turn_start",
  "turn_end",
  "tool_call",
  "assistant_message",
  "session_end",
  "user_prompt_submit",
  "tool_result",
  "tool_confirmation_requested",
  "permission_decision",
  "pre_compact",
  "post_compact",
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** Extension → host. */
export const subscribe = frame("subscribe", {
  events: z.array(z.string()).optional(),
  intercept: z.array(z.string()).optional(),
  on_failure: z
    .enum(FAILURE_POLICIES)
    .optional()
    .describe("what a hang, crash or garbage from this interceptor means; default `allow`"),
});

/** Host → extension: something happened. Which fields come with which event is in the protocol's page. */
export const event = frame("event", {
  event: z.string(),
  step: z.number().optional().describe("`turn_start`"),
  stop: z.string().optional().describe("`turn_end`"),
  error: z.string().optional().describe("`turn_end`, `post_compact`"),
  tool_id: z.string().optional().describe("the tool events"),
  tool_name: z.string().optional().describe("the tool events"),
  tool_args: z.unknown().optional().describe("the tool events"),
  text: z.string().optional().describe("`assistant_message`, `user_prompt_submit`, `post_compact`"),
  result: record({
    content: z.array(foreignBlock),
    is_error: z.boolean(),
    truncated: z.boolean().optional(),
  })
    .optional()
    .describe("`tool_result`"),
  decision: z.string().optional().describe("`permission_decision`: `allow` or `deny`"),
  reason: z.string().optional().describe("`permission_decision`, `session_end`"),
  message_count: z.number().optional().describe("`pre_compact`, `post_compact`"),
  session_id: z.string().optional(),
  cwd: z.string().optional(),
  sequence: z.number().optional().describe("counts the events of this session upwards"),
});

export type Subscribe = z.infer<typeof subscribe>;
export type Event = z.infer<typeof event>;
