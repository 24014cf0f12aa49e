import type { AgentEvent, AgentHooks } from "@zot/core";
import type { ExtensionHost } from "@zot/host";

type Host = Pick<ExtensionHost, "emit" | "intercept">;
type HostEventFrame = Parameters<ExtensionHost["emit"]>[0];

/** Lets extensions watch the agent and have a say in what it does. */
export function extensionHooks(host: Host): AgentHooks {
  return {
    async beforeAgentStart(system, signal) {
      const verdict = await host.intercept(
        "before_agent_start",
        { system_prompt: system },
        { signal },
      );
      return verdict.blocked ? undefined : verdict.subject.system_prompt;
    },

    async beforeTurn({ step }, signal) {
      const verdict = await host.intercept("turn_start", { step }, { signal });
      if (!verdict.blocked) return undefined;
      return { action: "block", reason: verdict.reason, by: verdict.by };
    },

    async beforeToolCall({ id, name, args }, signal) {
      const subject = { tool_id: id, tool_name: name, tool_args: args };
      const verdict = await host.intercept("tool_call", subject, { signal });
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
      const frame = toHostEvent(event);
      if (frame !== undefined) host.emit(frame);
    },
  };
}

/** What extensions are told of an agent's event; deltas and progress are none of theirs. */
function toHostEvent(event: AgentEvent): HostEventFrame | undefined {
  switch (event.type) {
    case "user_message":
      return { event: "user_prompt_submit", text: textOf(event.content) };
    case "turn_start":
      return { event: "turn_start", step: event.step };
    case "turn_end":
      return {
        event: "turn_end",
        stop: event.stop,
        ...(event.error === undefined ? {} : { error: event.error }),
      };
    case "tool_call":
      return {
        event: "tool_call",
        tool_id: event.id,
        tool_name: event.name,
        tool_args: event.args,
      };
    case "assistant_message":
      return { event: "assistant_message", text: textOf(event.content) };
    case "tool_result":
      return {
        event: "tool_result",
        tool_id: event.id,
        result: { content: event.content, is_error: event.is_error },
      };
    case "tool_confirmation_requested":
      return {
        event: "tool_confirmation_requested",
        tool_id: event.id,
        tool_name: event.name,
        tool_args: event.args,
      };
    case "permission_decision":
      return {
        event: "permission_decision",
        tool_id: event.id,
        tool_name: event.name,
        decision: event.allowed ? "allow" : "deny",
        ...(event.reason === undefined ? {} : { reason: event.reason }),
      };
    case "compact_start":
      return { event: "pre_compact" };
    case "compact_done":
      return { event: "post_compact", text: event.summary };
    default:
      return undefined;
  }
}

function textOf(content: readonly { type: string; text?: string }[]): string {
  return content.map((block) => (block.type === "text" ? (block.text ?? "") : "")).join("");
}
