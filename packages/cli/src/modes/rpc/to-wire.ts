import type { RpcEvent, RpcMessage, RpcMessageBlock, UsageTotals } from "@zot/protocol/rpc";
import type { ImageBlock, Message, TextBlock, WorkspaceEvent } from "@zot/sdk";

/** An event as clients of the wire know it; nothing for those that only a screen has use for. */
export function toWireEvent(event: WorkspaceEvent): RpcEvent | undefined {
  switch (event.type) {
    case "user_message":
    case "assistant_message":
      return { type: event.type, content: toWireBlocks(event.content), time: event.time };
    case "tool_result": {
      const { type, id, is_error, content } = event;
      return { type, id, is_error, content: toWireBlocks(content) };
    }
    case "usage": {
      const { cumulative, ...usage } = event;
      return { ...usage, cumulative: toWireUsage(cumulative) };
    }
    case "turn_start":
    case "assistant_start":
    case "text_delta":
    case "tool_use_start":
    case "tool_use_args":
    case "tool_use_end":
    case "tool_call":
    case "tool_progress":
    case "turn_end":
    case "error":
    case "done":
      return event;
    case "compact_done":
      return { type: event.type, summary: event.summary };
    case "display":
      return { type: "ext_display", extension: event.extension, text: event.text };
    default:
      return undefined;
  }
}

export function toWireMessage({ role, content, time }: Message): RpcMessage {
  return { role, content: toWireBlocks(content), time };
}

export function toWireUsage(usage: UsageTotals): UsageTotals {
  const { input, output, cache_read, cache_write, cost_usd, reasoning = null } = usage;
  return { input, output, cache_read, cache_write, cost_usd, reasoning };
}

/** Images are told by their size, reasoning not at all. */
function toWireBlocks(content: readonly Message["content"][number][]): RpcMessageBlock[] {
  return content.flatMap((block): RpcMessageBlock[] => {
    switch (block.type) {
      case "text":
      case "image":
        return [toWireBlock(block)];
      case "tool_call":
        return [{ type: "tool_call", id: block.id, name: block.name, args: block.args }];
      case "tool_result": {
        const { type, call_id, is_error, content: inner } = block;
        return [{ type, call_id, is_error, content: inner.map(toWireBlock) }];
      }
      case "reasoning":
        return [];
    }
  });
}

function toWireBlock(block: TextBlock | ImageBlock) {
  if (block.type === "text") return { type: "text" as const, text: block.text };
  const bytes = Buffer.byteLength(block.data, "base64");
  return { type: "image" as const, mime_type: block.mime_type, bytes };
}
