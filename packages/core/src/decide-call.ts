import type { ToolCallBlock } from "@zot/providers";
import { messageOf } from "./errors.js";
import type { ToolDecision } from "./hooks.js";
import type { CallRun } from "./run.js";

const REFUSED = "tool call refused by a guard";

export type Verdict =
  | { allowed: true; args: Record<string, unknown>; rewrittenBy: string[] }
  | { allowed: false; reason: string; blockedBy: string };

/** Asks the hooks in order, then the user if one of them wants that, whether and how a call may run. */
export async function decideCall(run: CallRun, call: ToolCallBlock): Promise<Verdict> {
  let args = call.args;
  const rewrittenBy: string[] = [];
  const questions: string[] = [];
  for (const [index, hook] of run.setup.hooks.entries()) {
    if (hook.beforeToolCall === undefined) continue;
    const who = hook.name ?? `hook ${index + 1}`;
    let decision: ToolDecision | undefined;
    try {
      decision = await hook.beforeToolCall({ ...call, args }, run.signal);
    } catch (error) {
      decision = { action: "block", reason: messageOf(error) };
    }
    if (decision === undefined || decision.action === "allow") continue;
    if (decision.action === "block") {
      const reason = decision.reason ?? "";
      return {
        allowed: false,
        reason: reason === "" ? REFUSED : reason,
        blockedBy: decision.by ?? who,
      };
    }
    if (decision.action === "rewrite") {
      args = decision.args;
      rewrittenBy.push(decision.by ?? who);
    } else {
      questions.push(decision.question ?? `Run ${call.name}?`);
    }
  }
  if (questions.length > 0) {
    const refusal = await askUser(run, call, args, questions.join("\n"));
    if (refusal !== undefined) return { allowed: false, reason: refusal, blockedBy: "the user" };
  }
  return { allowed: true, args, rewrittenBy };
}

/** Nothing if the user agrees, else the reason that the model is to read. */
async function askUser(
  run: CallRun,
  { id, name }: ToolCallBlock,
  args: Record<string, unknown>,
  question: string,
): Promise<string | undefined> {
  const { ask } = run.setup;
  const origin = run.origin === undefined ? {} : { origin: run.origin };
  if (ask === undefined) return `${name} needs the user's consent, and there is nobody to ask`;
  run.emit({ type: "tool_confirmation_requested", id, name, args, question, ...origin });
  const answer = await ask({ id, tool: name, args, question, ...origin }, run.signal).catch(
    (error: unknown) => ({ allowed: false, reason: messageOf(error) }),
  );
  run.emit({ type: "permission_decision", id, name, ...answer, ...origin });
  if (answer.allowed) return undefined;
  return answer.reason ?? "the user refused this call";
}
