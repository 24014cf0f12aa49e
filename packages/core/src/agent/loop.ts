import { ProviderError } from "@zot/providers";
import { compact, isNearlyFull } from "../compaction.js";
import { messageOf, ZotError } from "../errors.js";
import type { Outcome, Run } from "./run.js";
import { refuseToolCalls, runToolCalls } from "./tool-calls.js";
import { runTurn, type Turn } from "./turn.js";

const TURN_BLOCKED = "turn blocked by a guard";

/** Model, tools, model, tools, … until the model stops. Ends in `done`, which the caller sends. */
export async function runLoop(run: Run): Promise<Outcome> {
  const { setup, emit } = run;
  for (let step = 1; step <= setup.maxSteps; step += 1) {
    for (const message of run.takeSteering()) {
      await run.transcript.append(message);
      emit({ type: "user_message", content: message.content, time: message.time, steering: true });
    }
    if (isNearlyFull(run)) await makeRoom(run, { shorten: false });
    emit({ type: "turn_start", step });
    const reason = await askBeforeTurn(run, step);
    if (reason !== undefined) {
      emit({ type: "turn_end", stop: "error", error: reason });
      return { stop: "error", error: reason };
    }
    const turn = await runTurn(run).catch((error: unknown): Promise<Turn> => unsaved(run, error));
    if (turn.stop === "error") {
      const error = turn.error ?? "the model failed without a reason";
      emit({ type: "turn_end", stop: "error", error });
      if (isOverflow(turn.cause) && (await makeRoom(run, { shorten: true }))) continue;
      emit({ type: "error", message: error });
      return { stop: "error", error, cause: turn.cause };
    }
    emit({ type: "turn_end", stop: turn.stop });
    if (turn.stop === "aborted") return { stop: "aborted" };
    if (turn.stop === "tool_use") {
      await runToolCalls(run, turn.calls);
      if (run.signal.aborted) return { stop: "aborted" };
    } else if (!run.hasSteering()) {
      return { stop: turn.stop };
    }
  }
  const error = `max steps (${setup.maxSteps}) exceeded`;
  emit({ type: "error", message: error });
  return { stop: "error", error };
}

/** Compacts on our own account. That it fails is no reason to stop: the request may still fit. */
async function makeRoom(run: Run, options: { shorten: boolean }): Promise<boolean> {
  try {
    await compact(run, { automatic: true, ...options });
    return true;
  } catch (error) {
    if (error instanceof ZotError && error.code === "save_failed") throw error;
    const isPointless = error instanceof ZotError && error.code === "nothing_to_compact";
    if (!isPointless && !run.signal.aborted) {
      run.emit({ type: "compact_failed", message: messageOf(error) });
    }
    return false;
  }
}

function isOverflow(cause: unknown): boolean {
  return cause instanceof ProviderError && cause.code === "context_overflow";
}

/** The reason to go no further, if a hook has one. */
async function askBeforeTurn(run: Run, step: number): Promise<string | undefined> {
  for (const hook of run.setup.hooks) {
    try {
      const decision = await hook.beforeTurn?.({ step }, run.signal);
      if (decision === undefined) continue;
      return decision.reason === undefined || decision.reason === ""
        ? TURN_BLOCKED
        : decision.reason;
    } catch (error) {
      return messageOf(error);
    }
  }
  return undefined;
}

/** An answer that could not be saved: its calls don't run, and get a result that says so. */
async function unsaved(run: Run, error: unknown): Promise<Turn> {
  if (!(error instanceof ZotError)) throw error;
  const last = run.transcript.messages.at(-1);
  const calls =
    last?.role === "assistant" ? last.content.filter((block) => block.type === "tool_call") : [];
  if (calls.length > 0) {
    await refuseToolCalls(run, calls).catch(() => undefined);
  }
  return { stop: "error", calls: [], error: error.message, cause: error };
}
