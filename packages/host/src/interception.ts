import type { EventIntercept, EventInterceptResponse, InterceptName } from "@zot/protocol";
import type { Extension } from "./extension.js";

/**
 * What is about to happen, by event.
 *
 * @example
 * const subject: InterceptSubjects["turn_start"] = { step: 1 };
 */
export interface InterceptSubjects {
  tool_call: { tool_id: string; tool_name: string; tool_args: Record<string, unknown> };
  turn_start: { step: number };
  assistant_message: { text: string };
  before_agent_start: { system_prompt: string };
}

/**
 * The same, with what may come along with any event.
 *
 * @example
 * const subject: InterceptSubject<"turn_start"> = { step: 1, cwd: process.cwd() };
 */
export type InterceptSubject<Event extends InterceptName> = InterceptSubjects[Event] & {
  session_id?: string;
  cwd?: string;
};

/**
 * What the interceptors made of it.
 *
 * @example
 * const decision = await host.intercept("turn_start", { step: 1 });
 * if (decision.blocked) console.error(`${decision.by}: ${decision.reason}`);
 */
export type InterceptDecision<Event extends InterceptName> =
  | { blocked: true; by: string; reason: string }
  | { blocked: false; subject: InterceptSubject<Event>; rewrittenBy: readonly string[] };

const DEFAULT_REASONS: Record<InterceptName, string> = {
  tool_call: "tool call refused by extension guard",
  turn_start: "turn blocked by extension guard",
  assistant_message: "message blocked by extension guard",
  before_agent_start: "prompt blocked by extension guard",
};

interface InterceptRequest<Event extends InterceptName> {
  event: Event;
  subject: InterceptSubject<Event>;
  extensions: readonly Extension[];
  /** An extension is never asked about a call that it made itself. */
  except: Extension | undefined;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  nextId: () => string;
}

type Opinion =
  | { kind: "response"; response: EventInterceptResponse }
  | { kind: "failure"; words: string }
  | { kind: "aborted" };

/** Asks one after the other, in the order of discovery: the first block wins, rewrites chain. */
export async function intercept<Event extends InterceptName>(
  request: InterceptRequest<Event>,
): Promise<InterceptDecision<Event>> {
  const { event, extensions, except } = request;
  let { subject } = request;
  const rewrittenBy: string[] = [];
  for (const extension of extensions) {
    if (extension === except || !isGuard(extension, event)) continue;
    const opinion = await ask(extension, request, subject);
    if (opinion.kind === "aborted") break;
    if (opinion.kind === "failure") {
      const refusal = judgeFailure(extension, event, opinion.words);
      if (refusal !== undefined) return { blocked: true, by: extension.name, reason: refusal };
      continue;
    }
    const { block, reason } = opinion.response;
    if (block === true) {
      const words = reason === undefined || reason === "" ? DEFAULT_REASONS[event] : reason;
      return { blocked: true, by: extension.name, reason: words };
    }
    const rewritten = rewrite(event, subject, opinion.response);
    if (rewritten) {
      subject = rewritten;
      rewrittenBy.push(extension.name);
    }
  }
  return { blocked: false, subject, rewrittenBy };
}

/**
 * A dead guard that denies still counts. So does one that the user told to deny, of which nobody
 * knows what it would have guarded, because it never came up.
 */
function isGuard(extension: Extension, event: InterceptName): boolean {
  const { guards } = extension;
  if (guards) return guards.intercepts.has(event);
  return event === "tool_call" && extension.onFailure === "deny" && extension.shouldRun;
}

async function ask<Event extends InterceptName>(
  extension: Extension,
  { event, timeoutMs, signal, nextId }: InterceptRequest<Event>,
  subject: InterceptSubject<Event>,
): Promise<Opinion> {
  const { guard: connection } = extension;
  if (!connection) return { kind: "failure", words: "is not running" };
  const id = nextId();
  const answer = connection.intercepts.wait(id, { timeoutMs, signal });
  const frame: EventIntercept = { type: "event_intercept", id, event, ...subject };
  if (!connection.send(frame)) connection.intercepts.settle(id, { ok: false, why: "disconnected" });
  connection.guarding += event === "tool_call" ? 1 : 0;
  const reply = await answer;
  connection.guarding -= event === "tool_call" ? 1 : 0;
  if (reply.ok) return { kind: "response", response: reply.frame };
  switch (reply.why) {
    case "aborted":
      return { kind: "aborted" };
    case "timeout":
      return { kind: "failure", words: "timed out" };
    case "garbage":
      return { kind: "failure", words: "answered with a frame that could not be read" };
    case "disconnected":
      return { kind: "failure", words: "died" };
  }
}

/** The reason to refuse, or nothing to go on. */
function judgeFailure(
  extension: Extension,
  event: InterceptName,
  words: string,
): string | undefined {
  const denies = extension.onFailure === "deny";
  extension.note(`intercept ${event} ${words}; ${denies ? "denying" : "allowing"}`);
  const effect = denies ? "refused" : "allowed";
  const message = `extension ${extension.name}: its ${event} interceptor ${words}; ${effect}, because its on_failure is ${extension.onFailure}`;
  extension.report("intercept-failed", message);
  return denies ? `${DEFAULT_REASONS[event]}: ${message}` : undefined;
}

function rewrite<Event extends InterceptName>(
  event: Event,
  subject: InterceptSubject<Event>,
  { modified_args, replace_text, system_prompt }: EventInterceptResponse,
): InterceptSubject<Event> | undefined {
  const change = {
    tool_call: modified_args && { tool_args: modified_args },
    turn_start: undefined,
    assistant_message: replace_text === undefined ? undefined : { text: replace_text },
    before_agent_start: system_prompt === undefined ? undefined : { system_prompt },
  }[event];
  return change && { ...subject, ...change };
}
