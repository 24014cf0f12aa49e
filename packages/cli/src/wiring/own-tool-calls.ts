import { toToolResult, type Agent } from "@zot/core";
import type { ExtensionHost, RunTool } from "@zot/host";

/** Runs a tool for an extension that asked for it, past the other extensions' guards. */
export function ownToolCalls(
  parts: () => { agent: Agent; host: ExtensionHost; cwd: string },
): RunTool {
  return async ({ name, args, signal, origin }) => {
    const { agent, host, cwd } = parts();
    const tool = agent.tools.find((candidate) => candidate.name === name);
    if (tool === undefined) return failure(`unknown tool "${name}"`);
    const callId = `${origin.extension}:${name}`;
    const subject = { tool_id: callId, tool_name: name, tool_args: args };
    const verdict = await host.intercept("tool_call", subject, { signal, origin });
    if (verdict.blocked) return failure(verdict.reason);
    const rewritten = verdict.subject.tool_args;
    // A tool of an extension must know who called, or two could call each other for ever.
    if (host.tools().some((candidate) => candidate.name === name)) {
      return host.callTool(name, rewritten, { signal, origin });
    }
    try {
      const context = { signal, cwd, callId, progress: () => undefined };
      const answer = await tool.run(rewritten, context);
      const { content, is_error = false, details } = toToolResult(name, answer);
      return { content, is_error, ...(details?.truncated === true ? { truncated: true } : {}) };
    } catch (error) {
      return failure(error instanceof Error ? error.message : String(error));
    }
  };
}

function failure(text: string) {
  return { content: [{ type: "text", text }], is_error: true };
}
