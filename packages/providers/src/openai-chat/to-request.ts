import type { AssistantMessage, RequestMessage, ToolMessage, UserMessage } from "../message.js";
import {
  dataUrl,
  imagesOf,
  pairCalls,
  replayFor,
  resultText,
  sortTools,
} from "../wire/transcript.js";
import type { WireRequest } from "../wire/wire.js";

/** The field in which a server sent its reasoning; it wants it back in the same one. */
export interface ChatReplay {
  field: "reasoning_content" | "reasoning";
}

export function toRequest(request: WireRequest): unknown {
  const { model, system, provider } = request;
  const tools = sortTools(request.tools).map(({ name, description, schema }) => ({
    type: "function",
    function: { name, description, parameters: schema },
  }));
  return {
    model,
    messages: [
      ...(system ? [{ role: "system", content: system }] : []),
      ...pairCalls(request.messages).flatMap((message) => toMessages(message, provider)),
    ],
    ...(tools.length > 0 ? { tools } : {}),
    stream: true,
    stream_options: { include_usage: true },
    ...limit(request),
    ...effort(request),
  };
}

/** The newer name is refused by older servers, the older one by the vendors' reasoning models. */
function limit({ provider, max_output, known }: WireRequest): Record<string, number> {
  if (max_output === undefined) return {};
  const most = Math.min(max_output, known?.max_output ?? Infinity);
  const modern = provider === "openai" || provider === "kimi";
  return modern ? { max_completion_tokens: most } : { max_tokens: most };
}

function effort({ provider, model, reasoning, known }: WireRequest): Record<string, string> {
  if (reasoning === undefined || known?.reasoning === false) return {};
  if (provider === "kimi") {
    // K2 thinks as it likes; K3 knows low, high and max.
    if (!model.startsWith("kimi-k3")) return {};
    return { reasoning_effort: reasoning === "medium" ? "high" : reasoning };
  }
  return { reasoning_effort: reasoning };
}

function toMessages(message: RequestMessage, provider: string): unknown[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: toContent(message) }];
    case "assistant":
      return toAssistant(message.content, provider);
    case "tool":
      return toResults(message.content);
  }
}

function toContent(message: Pick<UserMessage, "content">): unknown {
  if (imagesOf(message).length === 0) {
    return message.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  }
  return message.content.map((block) =>
    block.type === "text"
      ? { type: "text", text: block.text }
      : { type: "image_url", image_url: { url: dataUrl(block) } },
  );
}

function toAssistant(content: AssistantMessage["content"], provider: string): unknown[] {
  let text = "";
  const calls: unknown[] = [];
  const reasoning: Partial<Record<ChatReplay["field"], string>> = {};
  for (const block of content) {
    if (block.type === "text") text += block.text;
    else if (block.type === "tool_call") {
      const { id, name, args } = block;
      calls.push({ id, type: "function", function: { name, arguments: JSON.stringify(args) } });
    } else {
      const replay = replayFor(block, provider) as ChatReplay | undefined;
      if (replay?.field !== undefined) {
        reasoning[replay.field] = (reasoning[replay.field] ?? "") + block.text;
      }
    }
  }
  if (text === "" && calls.length === 0) return [];
  return [
    {
      role: "assistant",
      content: text === "" ? null : text,
      ...reasoning,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    },
  ];
}

/** A tool's message is text only; its images follow in a message of the user's. */
function toResults(content: ToolMessage["content"]): unknown[] {
  const results = content.map((result) => ({
    role: "tool",
    tool_call_id: result.call_id,
    content: resultText(result),
  }));
  const images = content.flatMap((result) =>
    imagesOf(result).map((image) => ({ type: "image_url", image_url: { url: dataUrl(image) } })),
  );
  if (images.length === 0) return results;
  const intro = { type: "text", text: "The images that the tools returned:" };
  return [...results, { role: "user", content: [intro, ...images] }];
}
