import { getCodec, loadCodec } from "../connection/codec.js";
import type { Connection } from "../connection/connection.js";
import type { Extension } from "../lifecycle/extension.js";
import type { Limits } from "../context/limits.js";
import type { Answer } from "./pending-calls.js";
import type { RegisteredTool } from "../connection/registrations.js";
import type { ToolReply } from "./spill.js";
import type { Timing } from "../context/timing.js";
import { failedOutcome, mapResult, type ToolOutcome } from "./tool-result.js";

/** What is the same for all calls of a host. */
export interface CallSettings {
  interactive: boolean;
  timing: Timing;
  limits: Limits;
  resultsDir: string;
  secrets: () => readonly string[];
}

interface ToolCallRequest extends CallSettings {
  id: string;
  extension: Extension;
  tool: RegisteredTool;
  args: Record<string, unknown>;
  signal: AbortSignal | undefined;
}

/** Has an extension run its tool. Whatever goes wrong is an outcome that the model can read. */
export async function callTool(request: ToolCallRequest): Promise<ToolOutcome> {
  const { extension, tool, signal, timing } = request;
  const label = `${extension.name}/${tool.name}`;
  const fail = (why: string) => failedOutcome(`extension ${label} failed: ${why}`);
  if (tool.interactive && !request.interactive) {
    return fail("it needs a user at the terminal, and there is none in this mode");
  }
  if (signal?.aborted) return fail("context canceled");
  const connection = extension.ready;
  if (!connection) return fail(extension.absence);
  const { id, args } = request;
  const timeoutMs = tool.interactive ? undefined : timing.toolMs;
  const answer = connection.tools.wait(id, { timeoutMs, signal });
  if (!connection.send({ type: "tool_call", id, name: tool.name, args })) {
    connection.tools.settle(id, { ok: false, why: "disconnected" });
  }
  const reply = await answer;
  if (!reply.ok) {
    cancelLate(connection, id, reply);
    return fail(describe(reply.why, label, extension.name, timing.toolMs));
  }
  const outcome = mapResult(reply.frame, {
    extension: extension.name,
    codec: getCodec() ?? (await loadCodec()),
    maxBytes: request.limits.resultBytes,
    resultsDir: request.resultsDir,
    secrets: request.secrets,
  });
  if (outcome.saved_to !== undefined) {
    extension.note(`result of ${tool.name} cut; the whole is in ${outcome.saved_to}`);
  }
  return outcome;
}

function cancelLate(connection: Connection, id: string, reply: Answer<ToolReply>): void {
  const isLate = !reply.ok && (reply.why === "timeout" || reply.why === "aborted");
  if (isLate && connection.capabilities.has("tool_cancel")) {
    connection.send({ type: "tool_cancel", id });
  }
}

function describe(why: string, label: string, extension: string, toolMs: number): string {
  switch (why) {
    case "timeout":
      return `timeout waiting for ${label} (${toolMs / 1000} s)`;
    case "aborted":
      return "context canceled";
    case "garbage":
      return "its tool_result frame could not be read";
    default:
      return `extension ${extension} disconnected`;
  }
}
