import type { ToolCallBlock } from "@zot/providers";
import { messageOf } from "../errors.js";
import type { ToolDecision } from "./hooks.js";
import type { CallRun, Question } from "./run.js";

const REFUSED = "tool call refused by a guard";

type Args = Record<string, unknown>;

export type Verdict =
  | { allowed: true; args: Args; rewrittenBy: string[] }
  | { allowed: false; reason: string; blockedBy: string };

type Refusal = Extract<Verdict, { allowed: false }>;

/** Asks the hooks, then the user if one of them wants that, whether and how a call may run. */
export async function decideCall(run: CallRun, call: ToolCallBlock): Promise<Verdict> {
  const opinion = await askHooks(run, call);
  if ("reason" in opinion) return opinion;
  const { args, rewrittenBy, questions } = opinion;
  if (questions.length > 0) {
    const refusal = await askUser(run, {
      id: call.id,
      tool: call.name,
      args: structuredClone(args),
      question: questions.join("\n"),
      ...(rewrittenBy.length > 0 && { rewrittenBy: [...rewrittenBy] }),
      ...originOf(run),
    });
    if (refusal !== undefined) return { allowed: false, reason: refusal, blockedBy: "the user" };
  }
  return { allowed: true, args, rewrittenBy };
}

/**
 * What was agreed to is what runs: a hook that let other arguments pass than those that came out in the end is asked again,
 * about these. One that rewrote them itself has had its say, so this comes to an end.
 */
async function askHooks(
  run: CallRun,
  call: ToolCallBlock,
): Promise<Refusal | { args: Args; rewrittenBy: string[]; questions: string[] }> {
  const { hooks } = run.setup;
  let args: Args;
  try {
    // Nobody who is shown the arguments gets hold of those that will be used.
    args = structuredClone(call.args);
  } catch (error) {
    return { allowed: false, reason: messageOf(error), blockedBy: "zot" };
  }
  const from = originOf(run);
  const rewrittenBy: string[] = [];
  const questions = new Map<number, string>();
  const waiting = hooks.map((_, index) => index);
  let agreed: number[] = [];
  for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
    const hook = hooks[index];
    const who = hook?.name ?? `hook ${index + 1}`;
    let decision: ToolDecision | undefined;
    try {
      const shown = { ...call, ...from, caller: run.caller, args: structuredClone(args) };
      decision = await hook?.beforeToolCall?.(shown, run.signal);
      if (decision?.action === "rewrite") args = structuredClone(decision.args);
    } catch (error) {
      decision = { action: "block", reason: messageOf(error) };
    }
    questions.delete(index);
    if (decision?.action === "block") {
      const { reason = "", by = who } = decision;
      return { allowed: false, reason: reason === "" ? REFUSED : reason, blockedBy: by };
    }
    if (decision?.action === "rewrite") {
      rewrittenBy.push(decision.by ?? who);
      waiting.push(...agreed);
      agreed = [];
      continue;
    }
    agreed.push(index);
    if (decision?.action === "ask") {
      questions.set(index, decision.question ?? `Run ${call.name}?`);
    }
  }
  const inOrder = [...questions].sort(([one], [other]) => one - other);
  return { args, rewrittenBy, questions: [...new Set(inOrder.map(([, question]) => question))] };
}

/** Nothing if the user agrees, else the reason that the model is to read. */
async function askUser(run: CallRun, question: Question): Promise<string | undefined> {
  const { ask } = run.setup;
  const { id, tool: name } = question;
  if (ask === undefined) return `${name} needs the user's consent, and there is nobody to ask`;
  run.emit({
    type: "tool_confirmation_requested",
    id,
    name,
    args: structuredClone(question.args),
    question: question.question,
    ...originOf(run),
  });
  const answer = await ask(question, run.signal).catch((error: unknown) => ({
    allowed: false,
    reason: messageOf(error),
  }));
  run.emit({ type: "permission_decision", id, name, ...answer, ...originOf(run) });
  if (answer.allowed) return undefined;
  return answer.reason ?? "the user refused this call";
}

function originOf({ origin }: CallRun): { origin?: string } {
  return origin === undefined ? {} : { origin };
}
