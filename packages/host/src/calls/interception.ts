import type { EventIntercept, EventInterceptResponse, InterceptName } from "@zot/protocol";
import { describeFault } from "../context/faults.js";
import type { Extension } from "../lifecycle/extension.js";
import { findGuard, type Guard } from "../lifecycle/guards.js";
import type { CallOrigin, CallToolOptions } from "./host-tool-calls.js";
import type { Reply } from "../connection/pending-calls.js";

/** What is about to happen, by event. */
export interface InterceptSubjects {
  tool_call: { tool_id: string; tool_name: string; tool_args: Record<string, unknown> };
  turn_start: { step: number };
  assistant_message: { text: string };
  before_agent_start: { system_prompt: string };
}

/** The same, with what may come along with any event. */
export type InterceptSubject<Event extends InterceptName> = InterceptSubjects[Event] & {
  session_id?: string;
  cwd?: string;
};

/** What the interceptors made of it. */
export type InterceptDecision<Event extends InterceptName> =
  | { blocked: true; by: string; reason: string }
  | { blocked: false; subject: InterceptSubject<Event>; rewrittenBy: readonly string[] };

/** What goes with a question to the interceptors. */
export type InterceptOptions = Omit<CallToolOptions, "id">;

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
  /** The extension that makes the call itself: it is never asked about it, and the others are told of it. */
  origin: CallOrigin | undefined;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  nextId: () => string;
}

type Verdict =
  | { kind: "response"; response: EventInterceptResponse }
  /** `isAsking`: it had opened a panel for the user, so that nobody can take its silence for a yes. */
  | { kind: "failure"; problem: string; isAsking: boolean }
  | { kind: "aborted" };

/** Asks one after the other, in the order of discovery: the first block wins, rewrites chain. */
export async function intercept<Event extends InterceptName>(
  request: InterceptRequest<Event>,
): Promise<InterceptDecision<Event>> {
  const { event, extensions, origin } = request;
  const maker = origin && extensions.find(({ name, ready }) => name === origin.extension && ready);
  let { subject } = request;
  const rewrittenBy: string[] = [];
  for (const extension of extensions) {
    const guard = extension === maker ? undefined : findGuard(extension, event);
    if (!guard) continue;
    const verdict = await ask(extension, guard, request, subject);
    if (verdict.kind === "aborted") break;
    if (verdict.kind === "failure") {
      const refusal = applyPolicy(extension, guard, event, verdict);
      if (refusal !== undefined) return { blocked: true, by: extension.name, reason: refusal };
      continue;
    }
    const { block, reason } = verdict.response;
    if (block === true) {
      const shown = reason === undefined || reason === "" ? DEFAULT_REASONS[event] : reason;
      return { blocked: true, by: extension.name, reason: shown };
    }
    const rewritten = rewrite(event, subject, verdict.response);
    if (rewritten) {
      subject = rewritten;
      rewrittenBy.push(extension.name);
    }
  }
  return { blocked: false, subject, rewrittenBy };
}

async function ask<Event extends InterceptName>(
  extension: Extension,
  { connection }: Guard,
  { event, origin, timeoutMs, signal, nextId }: InterceptRequest<Event>,
  subject: InterceptSubject<Event>,
): Promise<Verdict> {
  if (!connection) return { kind: "failure", problem: extension.notReadyReason, isAsking: false };
  const id = nextId();
  const maker = origin && { origin_extension: origin.extension };
  const frame: EventIntercept = { type: "event_intercept", id, event, ...subject, ...maker };
  const answer = connection.requests.intercept(frame, { timeoutMs, signal });
  connection.guarding += event === "tool_call" ? 1 : 0;
  const reply = await answer;
  connection.guarding -= event === "tool_call" ? 1 : 0;
  return toVerdict(reply);
}

function toVerdict(reply: Reply<EventInterceptResponse>): Verdict {
  const isAsking = reply.question !== "none";
  const failure = (problem: string): Verdict => ({ kind: "failure", problem, isAsking });
  if (reply.ok) {
    // To go on unasked is no answer to a question that the user closed, or could not be shown.
    const isMissing = reply.question === "unanswered" && reply.frame.block !== true;
    if (isMissing) return failure("asked the user and got no answer");
    return { kind: "response", response: reply.frame };
  }
  switch (reply.why) {
    case "aborted":
      return { kind: "aborted" };
    case "timeout":
      return failure("timed out");
    case "unreadable":
      return failure("answered with a frame that could not be read");
    case "disconnected":
      return failure("died");
  }
}

/** The reason to refuse, if the policy says so. */
function applyPolicy(
  extension: Extension,
  guard: Guard,
  event: InterceptName,
  { problem, isAsking }: Extract<Verdict, { kind: "failure" }>,
): string | undefined {
  const policy = isAsking ? (extension.userPolicy ?? "deny") : guard.onFailure;
  const denies = policy === "deny";
  extension.note(`intercept ${event} ${problem}; ${denies ? "denying" : "allowing"}`);
  const isOwn = !isAsking || extension.userPolicy !== undefined;
  const why = isOwn ? guard.why : "it was asking the user";
  const details = { event, problem, decision: policy, why };
  const fault = { code: "intercept-failed", details } as const;
  extension.report(fault);
  return denies ? `${DEFAULT_REASONS[event]}: ${describeFault(extension.name, fault)}` : undefined;
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
