import type { Agent } from "@zot/core";
import type { CallOrigin, RunTool } from "@zot/host";

/**
 * Runs the tools that extensions ask for with `call_tool`. Their calls go the way of the model's own, past guards and
 * confirmation. Where a call comes from travels with it: an extension is not asked about its own call, and two must not
 * call each other for ever. An extension may call before there is an agent: it waits for it.
 */
export function hostToolCalls(workspace: Promise<{ readonly agent: Agent }>): RunTool {
  let count = 0;
  return async ({ name, args, signal, origin }) => {
    count += 1;
    const call = { id: `${origin.extension}:${name}:${count}`, name, args };
    const from = { origin: origin.extension, caller: origin };
    const { agent } = await workspace;
    const result = await agent.runTool(call, signal, from);
    const { content, is_error = false, details } = result;
    return { content, is_error, ...(details?.truncated === true ? { truncated: true } : {}) };
  };
}

/** Where a call came from, if not from the model: `hostToolCalls` is the only one to name a caller. */
export function originOf({ caller }: { caller?: unknown }): CallOrigin | undefined {
  return caller as CallOrigin | undefined;
}
