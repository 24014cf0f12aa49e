import type { AgentEvent } from "@zot/core";
import type { ExtensionHost } from "@zot/host";

type HostEventFrame = Parameters<ExtensionHost["emit"]>[0];
type ToolCall = Extract<AgentEvent, { type: "tool_call" }>;

/** What extensions are told of an agent's events; deltas and progress are none of theirs. */
export class ExtensionEvents {
  readonly #countMessages: () => number;
  /** An agent's result has the id of its call and no more. */
  readonly #calls = new Map<string, ToolCall>();
  #isCompacting = false;

  constructor(countMessages: () => number) {
    this.#countMessages = countMessages;
  }

  /** Nothing for an event that they don't hear of. */
  translate(event: AgentEvent): HostEventFrame | undefined {
    switch (event.type) {
      case "user_message":
        return { event: "user_prompt_submit", text: textOf(event.content) };
      case "turn_start":
        return { event: "turn_start", step: event.step };
      case "turn_end":
        return { event: "turn_end", stop: event.stop, ...(event.error && { error: event.error }) };
      case "tool_call":
        this.#calls.set(event.id, event);
        return { event: "tool_call", ...namesOf(event) };
      case "assistant_message":
        return { event: "assistant_message", text: textOf(event.content) };
      case "tool_result":
        return this.#endCall(event);
      case "tool_confirmation_requested":
        return { event: "tool_confirmation_requested", ...namesOf(event), ...originOf(event) };
      case "permission_decision":
        return {
          event: "permission_decision",
          tool_id: event.id,
          tool_name: event.name,
          decision: event.allowed ? "allow" : "deny",
          ...originOf(event),
          ...(event.reason === undefined ? {} : { reason: event.reason }),
        };
      case "compact_start":
        this.#isCompacting = true;
        return { event: "pre_compact", message_count: this.#countMessages() };
      case "compact_done":
        return this.#endCompaction({ text: event.summary });
      case "compact_failed":
      case "error":
        return this.#endCompaction({ error: event.message });
      case "done":
        this.#calls.clear();
        return this.#endCompaction({ error: "aborted" });
      default:
        return undefined;
    }
  }

  #endCall({ id, content, is_error }: Extract<AgentEvent, { type: "tool_result" }>) {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    const names = call === undefined ? { tool_id: id } : namesOf(call);
    return { event: "tool_result", ...names, result: { content, is_error } };
  }

  /** Each `pre_compact` is followed by one `post_compact`, however it went. */
  #endCompaction(outcome: { text: string } | { error: string }): HostEventFrame | undefined {
    if (!this.#isCompacting) return undefined;
    this.#isCompacting = false;
    return { event: "post_compact", message_count: this.#countMessages(), ...outcome };
  }
}

function namesOf({ id, name, args }: Pick<ToolCall, "id" | "name" | "args">) {
  return { tool_id: id, tool_name: name, tool_args: args };
}

/** The wire's name for whoever makes a call, if not the model. */
function originOf({ origin }: { origin?: string }) {
  return origin === undefined ? {} : { origin_extension: origin };
}

function textOf(content: readonly { type: string; text?: string }[]): string {
  return content.map((block) => (block.type === "text" ? (block.text ?? "") : "")).join("");
}
