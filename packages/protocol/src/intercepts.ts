import * as z from "zod";
import { frame, id, jsonObject } from "./frame.js";

/** What an extension can veto or rewrite before it takes effect. */
export const INTERCEPT_NAMES = [
  "tool_call",
  "turn_start",
  "assistant_message",
  "before_agent_start",
] as const;
export type InterceptName = (typeof INTERCEPT_NAMES)[number];

/** What a silent, dead or garbled interceptor means: go on, or refuse. */
export const FAILURE_POLICIES = ["allow", "deny"] as const;
export type FailurePolicy = (typeof FAILURE_POLICIES)[number];

/** Host → extension. */
export const eventIntercept = frame("event_intercept", {
  id,
  event: z.string(),
  tool_id: z.string().optional().describe("`tool_call`"),
  tool_name: z.string().optional().describe("`tool_call`"),
  tool_args: z.unknown().optional().describe("`tool_call`"),
  step: z.number().optional().describe("`turn_start`"),
  text: z.string().optional().describe("`assistant_message`"),
  system_prompt: z.string().optional().describe("`before_agent_start`"),
  session_id: z.string().optional(),
  cwd: z.string().optional(),
});

/** Extension → host. Every field defaults to "allow, unchanged". */
export const eventInterceptResponse = frame("event_intercept_response", {
  id,
  block: z.boolean().optional(),
  reason: z.string().optional(),
  modified_args: jsonObject.optional().describe("`tool_call`: what runs instead"),
  replace_text: z.string().optional().describe("`assistant_message`: what the user sees instead"),
  system_prompt: z
    .string()
    .optional()
    .describe("`before_agent_start`: the whole new prompt; an empty string removes it"),
});

export type EventIntercept = z.infer<typeof eventIntercept>;
export type EventInterceptResponse = z.infer<typeof eventInterceptResponse>;
