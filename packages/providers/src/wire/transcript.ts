import type { ToolDefinition } from "../client.js";
import type {
  ImageBlock,
  Replay,
  RequestMessage,
  TextBlock,
  ToolCallBlock,
  ToolResultBlock,
} from "../message.js";

const INTERRUPTED = "interrupted; effects unknown";

/**
 * The transcript as vendors insist on it: each call is followed by its result, no result lacks its
 * call, and no message is empty.
 */
export function pairCalls(messages: readonly RequestMessage[]): RequestMessage[] {
  const paired: RequestMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") continue;
    if (message.content.length === 0) continue;
    paired.push(message);
    if (message.role !== "assistant") continue;
    const calls = message.content.filter((block) => block.type === "tool_call");
    if (calls.length === 0) continue;
    const next = messages[index + 1];
    const results = next?.role === "tool" ? next.content : [];
    const content = calls.map((call) => resultOf(call, results));
    paired.push({ role: "tool", content });
  }
  return paired;
}

function resultOf(call: ToolCallBlock, results: readonly ToolResultBlock[]): ToolResultBlock {
  return (
    results.find((result) => result.call_id === call.id) ?? {
      type: "tool_result",
      call_id: call.id,
      is_error: true,
      content: [{ type: "text", text: INTERRUPTED }],
    }
  );
}

/** Tools in an order that doesn't depend on who registered first: prompt caches match prefixes. */
export function sortTools(tools: readonly ToolDefinition[] | undefined): ToolDefinition[] {
  return (tools ?? []).toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** What this provider wants back, if it was this provider that made it. */
export function replayFor(block: { replay?: Replay }, provider: string): unknown {
  return block.replay?.provider === provider ? block.replay.data : undefined;
}

/** The text of a result, for vendors whose results are text. */
export function resultText(result: ToolResultBlock): string {
  const text = result.content
    .filter((block): block is TextBlock => block.type === "text")
    .map((block) => block.text)
    .join("\n");
  const shown = text === "" ? (imagesOf(result).length > 0 ? "(an image)" : "(no output)") : text;
  return result.is_error ? `[tool failed] ${shown}` : shown;
}

export function imagesOf({ content }: { content: (TextBlock | ImageBlock)[] }): ImageBlock[] {
  return content.filter((block) => block.type === "image");
}

export function dataUrl({ mime_type, data }: ImageBlock): string {
  return `data:${mime_type};base64,${data}`;
}
