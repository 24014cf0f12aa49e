import type { RegisteredTool } from "../connection/registrations.js";
import type { HostContext } from "../context/host-context.js";
import type { Extension } from "../lifecycle/extension.js";
import { failedOutcome, mapResult, type ToolOutcome } from "./tool-result.js";

interface ToolRequest {
  id: string;
  extension: Extension;
  tool: RegisteredTool;
  args: Record<string, unknown>;
  signal: AbortSignal | undefined;
}

/** Runs a tool of an extension. Every failure is an outcome that the model can read. */
export async function callTool(
  { id, extension, tool, args, signal }: ToolRequest,
  context: HostContext,
): Promise<ToolOutcome> {
  const { settings, timing } = context;
  const label = `${extension.name}/${tool.name}`;
  const fail = (why: string) => failedOutcome(`extension ${label} failed: ${why}`);
  if (tool.interactive && !settings.interactive) {
    return fail("it needs a user at the terminal, and there is none in this mode");
  }
  if (signal?.aborted) return fail("context canceled");
  const connection = extension.ready;
  if (!connection) return fail(extension.unavailableMessage);
  const timeoutMs = tool.interactive ? undefined : timing.toolMs;
  const frame = { type: "tool_call", id, name: tool.name, args } as const;
  const reply = await connection.requests.callTool(frame, { timeoutMs, signal });
  if (!reply.ok) {
    const reasons = {
      timeout: `timeout waiting for ${label} (${timing.toolMs / 1000} s)`,
      aborted: "context canceled",
      unreadable: "its tool_result frame could not be read",
      disconnected: `extension ${extension.name} disconnected`,
    };
    return fail(reasons[reply.why]);
  }
  const outcome = mapResult(reply.frame, extension.name, context);
  if (outcome.saved_to !== undefined) {
    extension.note(`result of ${tool.name} cut; the whole is in ${outcome.saved_to}`);
  }
  return outcome;
}
