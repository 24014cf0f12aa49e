import * as z from "zod";
import { foreignBlock } from "./content.js";
import { frame, record } from "./frame.js";
import { FAILURE_POLICIES } from "./intercepts.js";

/**
 * Events that an extension can watch. Extensions of any age may name others: those never come.
 *
 * @example
 * EVENT_NAMES.includes("turn_end"); // true
 */
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

/**
 * @example
 * const watched: EventName[] = ["turn_start", "turn_end"];
 */
export type EventName = (typeof EVENT_NAMES)[number];

/**
 * Extension → host: which events to send, and which ones to ask about first.
 *
 * @example
 * subscribe.parse({ type: "subscribe", events: ["turn_end"], intercept: ["tool_call"] });
 */
export const subscribe = frame("subscribe", {
  events: z.array(z.string()).optional().describe("the events to be told about"),
  intercept: z.array(z.string()).optional().describe("the events to be asked about first"),
  on_failure: z
    .enum(FAILURE_POLICIES)
    .optional()
    .describe("what a hang, crash or garbage from this interceptor means; default `allow`"),
}).describe("Chooses events to watch and events to intercept.");

/**
 * What came of a tool, inside a `tool_result` event.
 *
 * @example
 * eventResult.parse({ content: [{ type: "text", text: "fog" }], is_error: false });
 */
export const eventResult = record({
  content: z.array(foreignBlock).describe("content blocks"),
  is_error: z.boolean().describe("the tool failed, or was refused"),
  truncated: z.boolean().optional().describe("true: the content was cut to fit"),
}).describe("The outcome of a tool.");

/**
 * Host → extension: something happened. Which fields come with which event is in the protocol's page.
 *
 * @example
 * event.parse({ type: "event", event: "turn_start", step: 1 });
 */
export const event = frame("event", {
  event: z.string().describe("its name"),
  step: z.number().int().optional().describe("`turn_start`: counts the turn's model calls from 1"),
  stop: z.string().optional().describe("`turn_end`: `end` `tool_use` `length` `error` `aborted`"),
  error: z.string().optional().describe("`turn_end`, `post_compact`: what went wrong"),
  tool_id: z.string().optional().describe("the tool events: the call's id"),
  tool_name: z.string().optional().describe("the tool events: the tool"),
  tool_args: z.unknown().optional().describe("the tool events: its arguments"),
  text: z
    .string()
    .optional()
    .describe(
      "`assistant_message`: what was said; `user_prompt_submit`: what was asked; `post_compact`: the summary",
    ),
  result: eventResult.optional().describe("`tool_result`: the outcome"),
  decision: z.string().optional().describe("`permission_decision`: `allow` or `deny`"),
  reason: z.string().optional().describe("`permission_decision`, `session_end`: why"),
  origin_extension: z
    .string()
    .optional()
    .describe(
      "the tool events: the extension that makes the call with `call_tool`, if the model doesn't",
    ),
  message_count: z
    .number()
    .int()
    .optional()
    .describe("`pre_compact`, `post_compact`: messages in the transcript"),
  session_id: z.string().optional().describe("the session"),
  cwd: z.string().optional().describe("the project's folder"),
  sequence: z.number().int().optional().describe("counts the events of this session upwards"),
}).describe("Something happened. No answer is expected.");

/**
 * @example
 * const frame: Subscribe = { type: "subscribe", events: ["turn_end"] };
 */
export type Subscribe = z.infer<typeof subscribe>;

/**
 * @example
 * const failed = (outcome: EventResult) => outcome.is_error;
 */
export type EventResult = z.infer<typeof eventResult>;

/**
 * @example
 * const isLast = (happened: Event) => happened.event === "session_end";
 */
export type Event = z.infer<typeof event>;
