import type { Message, ToolMessage, ToolResultBlock } from "@zot/providers";

const INTERRUPTED = "interrupted; effects unknown";

/**
 * Vendors refuse a transcript in which a call has no result right after it, or a result no call before
 * it. Gives every call a result, and drops results that answer nothing.
 */
export function pairCalls(
  messages: readonly Message[],
  known: ReadonlyMap<string, ToolResultBlock>,
): Message[] {
  const paired: Message[] = [];
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    if (message.role === "tool") {
      const asked = new Set(before === undefined ? [] : callIds(before));
      const content = message.content.filter(({ call_id }) => asked.delete(call_id));
      content.push(...missingResults([...asked], known));
      if (content.length > 0) paired.push({ ...message, content });
      continue;
    }
    paired.push(message);
    const ids = callIds(message);
    if (ids.length > 0 && messages[index + 1]?.role !== "tool") {
      paired.push(toolMessage(missingResults(ids, known), message.time));
    }
  }
  return paired;
}

function callIds(message: Message): string[] {
  if (message.role !== "assistant") return [];
  return message.content.filter((block) => block.type === "tool_call").map(({ id }) => id);
}

function missingResults(
  ids: readonly string[],
  known: ReadonlyMap<string, ToolResultBlock>,
): ToolResultBlock[] {
  return ids.map(
    (id) =>
      known.get(id) ?? {
        type: "tool_result",
        call_id: id,
        is_error: true,
        content: [{ type: "text", text: INTERRUPTED }],
      },
  );
}

function toolMessage(content: ToolResultBlock[], time: string): ToolMessage {
  return { role: "tool", content, time };
}
