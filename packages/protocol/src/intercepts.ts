import * as z from "zod";
import { frame, id, jsonObject } from "./frame.js";

/**
 * What an extension can veto or rewrite before it takes effect.
 *
 * @example
 * INTERCEPT_NAMES.includes("tool_call"); // true
 */
export const INTERCEPT_NAMES = [
  "tool_call",
  "turn_start",
  "assistant_message",
  "before_agent_start",
] as const;

/**
 * @example
 * const guarded: InterceptName[] = ["tool_call"];
 */
export type InterceptName = (typeof INTERCEPT_NAMES)[number];

/**
 * What a silent, dead or garbled interceptor means: go on, or refuse.
 *
 * @example
 * FAILURE_POLICIES.includes("deny"); // true
 */
export const FAILURE_POLICIES = ["allow", "deny"] as const;

/**
 * @example
 * const policy: FailurePolicy = "deny";
 */
export type FailurePolicy = (typeof FAILURE_POLICIES)[number];

/**
 * Host → extension: may this happen?
 *
 * @example
 * eventIntercept.parse({ type: "event_intercept", id: "3", event: "turn_start", step: 1 });
 */
export const eventIntercept = frame("event_intercept", {
  id: id.describe("echo it in `event_intercept_response`"),
  event: z.string().describe("`tool_call` `turn_start` `assistant_message` `before_agent_start`"),
  tool_id: z.string().optional().describe("`tool_call`: the call's id"),
  tool_name: z.string().optional().describe("`tool_call`: the tool"),
  tool_args: z
    .unknown()
    .optional()
    .describe("`tool_call`: its arguments, as the interceptor before this one left them"),
  step: z.number().int().optional().describe("`turn_start`: counts the turn's model calls from 1"),
  text: z.string().optional().describe("`assistant_message`: what is about to be shown"),
  system_prompt: z.string().optional().describe("`before_agent_start`: the prompt so far"),
  origin_extension: z
    .string()
    .optional()
    .describe(
      "`tool_call`: the extension that makes the call with `call_tool`, if the model doesn't",
    ),
  session_id: z.string().optional().describe("the session"),
  cwd: z.string().optional().describe("the project's folder"),
}).describe("Something is about to happen. The host waits for the answer.");

/**
 * Host → extension, only to those that declared `intercept_cancel`: nobody waits for this decision any more.
 *
 * @example
 * eventInterceptCancel.parse({ type: "event_intercept_cancel", id: "3" });
 */
export const eventInterceptCancel = frame("event_intercept_cancel", {
  id: id.describe("that of the `event_intercept`"),
}).describe(
  "Nobody waits for the answer any more: it was aborted or took too long. Sent only to those that declared the capability `intercept_cancel`.",
);

/**
 * Extension → host. Every field defaults to "allow, unchanged".
 *
 * @example
 * eventInterceptResponse.parse({ type: "event_intercept_response", id: "3", block: true, reason: "no" });
 */
export const eventInterceptResponse = frame("event_intercept_response", {
  id: id.describe("that of the `event_intercept`"),
  block: z.boolean().optional().describe("true: it does not happen"),
  reason: z
    .string()
    .optional()
    .describe("with `block`: what the model (`tool_call`) or the user (`turn_start`) reads"),
  modified_args: jsonObject
    .optional()
    .describe("`tool_call`: what runs instead; must be an object"),
  replace_text: z
    .string()
    .optional()
    .describe("`assistant_message`: what the user sees; the transcript keeps the model's own text"),
  system_prompt: z
    .string()
    .optional()
    .describe("`before_agent_start`: replaces the whole prompt; an empty string removes it"),
}).describe('The answer to `event_intercept`. Everything left out means "allow, unchanged".');

/**
 * @example
 * const isBash = (asked: EventIntercept) => asked.tool_name === "bash";
 */
export type EventIntercept = z.infer<typeof eventIntercept>;

/**
 * @example
 * const stop = (cancel: EventInterceptCancel) => deciding.get(cancel.id)?.abort();
 */
export type EventInterceptCancel = z.infer<typeof eventInterceptCancel>;

/**
 * @example
 * const allow: EventInterceptResponse = { type: "event_intercept_response", id: "3" };
 */
export type EventInterceptResponse = z.infer<typeof eventInterceptResponse>;
