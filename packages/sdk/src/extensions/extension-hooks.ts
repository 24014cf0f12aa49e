import type { AgentHooks } from "@zot/core";
import type { ExtensionHost } from "@zot/host";
import { ExtensionEvents } from "./extension-events.js";
import { originOf } from "./host-tool-calls.js";

type Host = Pick<ExtensionHost, "emit" | "intercept">;

/** Lets extensions watch the agent and have a say in what it does. */
export function extensionHooks(host: Host, countMessages: () => number): AgentHooks {
  const events = new ExtensionEvents(countMessages);
  return {
    async beforeAgentStart(system, signal) {
      const verdict = await host.intercept(
        "before_agent_start",
        { system_prompt: system },
        { signal },
      );
      if (verdict.blocked) throw new Error(verdict.reason);
      return verdict.subject.system_prompt;
    },

    async beforeTurn({ step }, signal) {
      const verdict = await host.intercept("turn_start", { step }, { signal });
      if (!verdict.blocked) return undefined;
      return { action: "block", reason: verdict.reason, by: verdict.by };
    },

    async beforeToolCall(call, signal) {
      const subject = { tool_id: call.id, tool_name: call.name, tool_args: call.args };
      const options = { signal, origin: originOf(call) };
      const verdict = await host.intercept("tool_call", subject, options);
      if (verdict.blocked) return { action: "block", reason: verdict.reason, by: verdict.by };
      if (verdict.rewrittenBy.length === 0) return undefined;
      return {
        action: "rewrite",
        args: verdict.subject.tool_args,
        by: verdict.rewrittenBy.join(", "),
      };
    },

    async beforeAssistantMessage({ text }, signal) {
      const verdict = await host.intercept("assistant_message", { text }, { signal });
      if (verdict.blocked) return { action: "block", reason: verdict.reason, by: verdict.by };
      return verdict.rewrittenBy.length === 0 ? undefined : { text: verdict.subject.text };
    },

    onEvent(event) {
      const frame = events.translate(event);
      if (frame !== undefined) host.emit(frame);
    },
  };
}
