import type {
  AssistantMessage,
  RequestMessage,
  ImageBlock,
  TextBlock,
  ToolResultBlock,
} from "../message.js";
import {
  dataUrl,
  imagesOf,
  pairCalls,
  replayFor,
  resultText,
  sortTools,
} from "../wire/transcript.js";
import type { WireRequest } from "../wire/wire.js";

/** What the blocks of an answer must bring along when they are sent back. */
export interface ResponsesReplay {
  /** A reasoning item as it came, with its encrypted content. */
  item?: Record<string, unknown>;
  /** The item's id, for a call. */
  id?: string;
  /** Whether a text was a remark on the way or the answer. */
  phase?: string;
}

export function toRequest(request: WireRequest): unknown {
  const { model, system, provider, reasoning, known, max_output } = request;
  const tools = sortTools(request.tools).map(({ name, description, schema }) => ({
    type: "function",
    name,
    description,
    parameters: schema,
    strict: false,
  }));
  const thinks = known?.reasoning !== false;
  return {
    model,
    ...(system ? { instructions: system } : {}),
    input: pairCalls(request.messages).flatMap((message) => toItems(message, provider)),
    ...(tools.length > 0 ? { tools, parallel_tool_calls: true } : {}),
    stream: true,
    store: false,
    prompt_cache_key: cacheKey(request),
    ...(thinks ? { include: ["reasoning.encrypted_content"] } : {}),
    ...(thinks && reasoning !== undefined
      ? { reasoning: { effort: reasoning, summary: "auto" } }
      : {}),
    ...(max_output === undefined
      ? {}
      : { max_output_tokens: Math.min(max_output, known?.max_output ?? Infinity) }),
  };
}

function toItems(message: RequestMessage, provider: string): unknown[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: message.content.map(toInput) }];
    case "assistant":
      return toOutputItems(message.content, provider);
    case "tool":
      return message.content.map((result) => ({
        type: "function_call_output",
        call_id: result.call_id,
        output: toOutput(result),
      }));
  }
}

function toInput(block: TextBlock | ImageBlock): unknown {
  return block.type === "text"
    ? { type: "input_text", text: block.text }
    : { type: "input_image", image_url: dataUrl(block), detail: "auto" };
}

function toOutput(result: ToolResultBlock): unknown {
  const images = imagesOf(result);
  if (images.length === 0) return resultText(result);
  return [{ type: "input_text", text: resultText(result) }, ...images.map(toInput)];
}

function toOutputItems(content: AssistantMessage["content"], provider: string): unknown[] {
  return content.flatMap((block): unknown[] => {
    const replay = replayFor(block, provider) as ResponsesReplay | undefined;
    switch (block.type) {
      case "reasoning":
        return replay?.item === undefined ? [] : [replay.item];
      case "text": {
        if (block.text === "") return [];
        const phase = replay?.phase === undefined ? {} : { phase: replay.phase };
        const content = [{ type: "output_text", text: block.text, annotations: [] }];
        return [{ type: "message", role: "assistant", content, ...phase }];
      }
      case "tool_call": {
        const id = replay?.id === undefined ? {} : { id: replay.id };
        const { id: call_id, name, args } = block;
        return [{ type: "function_call", ...id, call_id, name, arguments: JSON.stringify(args) }];
      }
    }
  });
}

/** Requests with the same key go to the same machines, where the beginning is still cached. */
function cacheKey({ model, system = "", messages }: WireRequest): string {
  const first = messages.find(({ role }) => role === "user");
  const text = `${model}\n${system}\n${first?.time ?? ""}\n${JSON.stringify(first?.content ?? "").slice(0, 4096)}`;
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return `zot-${hash.toString(16).padStart(16, "0")}`;
}
