import { redactText, type ToolCallBlock, type ToolResultBlock } from "@zot/providers";
import { admitResult } from "./admit-result.js";
import { decideCall } from "./decide-call.js";
import { messageOf } from "../errors.js";
import type { CallRun, Run } from "./run.js";
import {
  failed,
  toToolResult,
  type Tool,
  type ToolDetails,
  type ToolResult,
} from "../tools/tool.js";

/** How long a cancelled tool may take to end what it started and to say so. */
const ABORT_GRACE_MS = 2_000;
const NOT_SAVED = "not run: the session could not be saved";

/**
 * Runs the calls of one step, one after the other. Each gets a result, whatever happens; each result
 * is written down before it is announced, and before the next call runs.
 */
export async function runToolCalls(run: Run, calls: readonly ToolCallBlock[]): Promise<void> {
  const results: ToolResultBlock[] = [];
  const allDetails: Record<string, ToolDetails> = {};
  let unsaved: unknown;
  for (const [index, call] of calls.entries()) {
    const outcome = unsaved === undefined ? await runCall(run, call) : failed(NOT_SAVED);
    const { result, details } = toBlock(call, outcome);
    results.push(result);
    if (details !== undefined) allDetails[call.id] = details;
    const isLast = index === calls.length - 1;
    try {
      if (isLast) await appendResults(run, results, allDetails);
      else await run.transcript.appendResult(result, details ? { [call.id]: details } : {});
    } catch (error) {
      unsaved ??= error;
    }
    const { is_error, content } = result;
    run.emit({ type: "tool_result", id: call.id, is_error, content, ...(details && { details }) });
  }
  if (unsaved !== undefined) throw unsaved as Error;
}

function toBlock(
  { id }: ToolCallBlock,
  { content, is_error = false, details }: ToolResult,
): { result: ToolResultBlock; details: ToolDetails | undefined } {
  const result: ToolResultBlock = {
    type: "tool_result",
    call_id: id,
    is_error,
    content: content.length > 0 ? content : [{ type: "text", text: "(no output)" }],
  };
  return { result, details };
}

/** Pairs the calls of an answer that could not be saved with results that say so. */
export async function refuseToolCalls(run: Run, calls: readonly ToolCallBlock[]): Promise<void> {
  const results = calls.map((call) => toBlock(call, failed(NOT_SAVED)).result);
  await appendResults(run, results, {});
}

function appendResults(
  run: Run,
  content: ToolResultBlock[],
  details: Record<string, ToolDetails>,
): Promise<void> {
  const message = { role: "tool" as const, content, time: new Date().toISOString() };
  return run.transcript.append(message, details);
}

/** Runs one call, if the hooks and the user let it; it is not written down. Whatever comes of it is made safe first. */
export async function runCall(run: CallRun, call: ToolCallBlock): Promise<ToolResult> {
  return admitResult(await tryCall(run, call));
}

async function tryCall(run: CallRun, call: ToolCallBlock): Promise<ToolResult> {
  const refused = failed("aborted before it ran");
  if (isAborted(run)) return refused;
  const tool = run.setup.tools.get(call.name);
  if (tool === undefined) return failed(`unknown tool "${call.name}"`);
  if (call.problem !== undefined) return failed(call.problem);
  const verdict = await decideCall(run, call);
  if (!verdict.allowed) return failed(verdict.reason, { blocked_by: verdict.blockedBy });
  if (isAborted(run)) return refused;
  const { args, rewrittenBy } = verdict;
  const rewrite = rewrittenBy.length > 0 && {
    args: structuredClone(args),
    rewritten_by: rewrittenBy,
  };
  run.emit({ type: "tool_start", id: call.id, name: call.name, ...rewrite });
  const result = await withGrace(run.signal, runTool(run, tool, call.id, args));
  return rewrite === false ? result : { ...result, details: { ...result.details, ...rewrite } };
}

/** As a call, because it changes while one waits. */
function isAborted(run: CallRun): boolean {
  return run.signal.aborted;
}

async function runTool(
  run: CallRun,
  tool: Tool,
  id: string,
  args: Record<string, unknown>,
): Promise<ToolResult> {
  let running = true;
  const redacted = redactText();
  const show = (text: string) => {
    if (running && text !== "") run.emit({ type: "tool_progress", id, text });
  };
  try {
    const answer = await tool.run(args, {
      signal: run.signal,
      cwd: run.setup.cwd,
      callId: id,
      caller: run.caller,
      progress: (text) => {
        show(redacted.push(text));
      },
    });
    show(redacted.end());
    return toToolResult(tool.name, answer);
  } catch (error) {
    return failed(run.signal.aborted ? `aborted: ${messageOf(error)}` : messageOf(error));
  } finally {
    running = false;
  }
}

/** A tool that ignores the signal must not keep the user waiting. */
async function withGrace(signal: AbortSignal, result: Promise<ToolResult>): Promise<ToolResult> {
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (() => void) | undefined;
  const deserted = new Promise<ToolResult>((resolve) => {
    giveUp = () => {
      timer = setTimeout(() => {
        resolve(failed("aborted; the tool did not stop in time, its effects are unknown"));
      }, ABORT_GRACE_MS);
    };
    signal.addEventListener("abort", giveUp, { once: true });
  });
  try {
    return await Promise.race([result, deserted]);
  } finally {
    clearTimeout(timer);
    if (giveUp !== undefined) signal.removeEventListener("abort", giveUp);
  }
}
