import type {
  ImageBlock,
  RequestMessage,
  TextBlock,
  ToolCallBlock,
  ToolResultBlock,
} from "../message.js";
import { imagesOf, pairCalls, replayFor, resultText, sortTools } from "../wire/transcript.js";
import type { WireRequest } from "../wire/wire.js";

/** What a part of an answer must bring along when it is sent back. */
export interface GoogleReplay {
  signature?: string;
  /** The call's id, for the models that give one. */
  id?: string;
}

interface Content {
  role: "user" | "model";
  parts: Record<string, unknown>[];
}

/** Before version 3, models thought within a budget of tokens and took no images from tools. */
const OLDER = /gemini-(?:1|2)(?:\.\d)?-/;
const BUDGETS = { low: 1_024, medium: 8_192, high: 24_576 };
/** What the API takes in place of a signature for a call that another model made. */
const FOREIGN_SIGNATURE = "skip_thought_signature_validator";

export function toRequest(request: WireRequest): unknown {
  const { system, max_output, known } = request;
  const functionDeclarations = sortTools(request.tools).map(({ name, description, schema }) => ({
    name,
    description,
    parametersJsonSchema: schema,
  }));
  const limit =
    max_output === undefined
      ? {}
      : { maxOutputTokens: Math.min(max_output, known?.max_output ?? Infinity) };
  const generationConfig = { ...limit, ...thinking(request) };
  return {
    ...(system ? { systemInstruction: { parts: [{ text: system }] } } : {}),
    contents: toContents(request),
    ...(functionDeclarations.length > 0 ? { tools: [{ functionDeclarations }] } : {}),
    ...(Object.keys(generationConfig).length > 0 ? { generationConfig } : {}),
  };
}

function thinking({ model, reasoning, known }: WireRequest): Record<string, unknown> {
  if (reasoning === undefined || known?.reasoning === false) return {};
  const amount = OLDER.test(model)
    ? { thinkingBudget: BUDGETS[reasoning] }
    : { thinkingLevel: reasoning };
  return { thinkingConfig: { includeThoughts: true, ...amount } };
}

function toContents({ model, messages, provider }: WireRequest): Content[] {
  const calls = new Map<string, ToolCallBlock>();
  const contents: Content[] = [];
  for (const message of pairCalls(messages)) {
    if (message.role === "assistant") {
      for (const block of message.content) {
        if (block.type === "tool_call") calls.set(block.id, block);
      }
    }
    const role = message.role === "assistant" ? "model" : "user";
    const parts = toParts(message, { older: OLDER.test(model), provider, calls });
    if (parts.length === 0) continue;
    const last = contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else contents.push({ role, parts });
  }
  return contents;
}

interface Context {
  older: boolean;
  provider: string;
  calls: ReadonlyMap<string, ToolCallBlock>;
}

function toParts(message: RequestMessage, context: Context): Record<string, unknown>[] {
  switch (message.role) {
    case "user":
      return message.content.map(toPart);
    case "tool":
      return message.content.flatMap((result) => toResponse(result, context));
    case "assistant": {
      let firstCall = true;
      return message.content.flatMap((block): Record<string, unknown>[] => {
        const replay = replayFor(block, context.provider) as GoogleReplay | undefined;
        const signature =
          replay?.signature === undefined ? {} : { thoughtSignature: replay.signature };
        if (block.type === "text") {
          return block.text === "" && replay === undefined
            ? []
            : [{ text: block.text, ...signature }];
        }
        // Thoughts themselves are not sent back, only the signatures on the parts after them.
        if (block.type === "reasoning") return [];
        const { name, args } = block;
        const id = replay?.id === undefined ? {} : { id: replay.id };
        // Only the first of parallel calls is signed.
        const foreign =
          firstCall && replay === undefined && !context.older
            ? { thoughtSignature: FOREIGN_SIGNATURE }
            : {};
        firstCall = false;
        return [{ functionCall: { ...id, name, args }, ...foreign, ...signature }];
      });
    }
  }
}

function toPart(block: TextBlock | ImageBlock): Record<string, unknown> {
  return block.type === "text"
    ? { text: block.text }
    : { inlineData: { mimeType: block.mime_type, data: block.data } };
}

function toResponse(result: ToolResultBlock, context: Context): Record<string, unknown>[] {
  const call = context.calls.get(result.call_id);
  const replay =
    call === undefined
      ? undefined
      : (replayFor(call, context.provider) as GoogleReplay | undefined);
  const images = imagesOf(result).map(toPart);
  const inside = images.length > 0 && !context.older ? { parts: images } : {};
  const functionResponse = {
    ...(replay?.id === undefined ? {} : { id: replay.id }),
    name: call?.name ?? "",
    response: { [result.is_error ? "error" : "output"]: resultText(result) },
    ...inside,
  };
  return [{ functionResponse }, ...(context.older ? images : [])];
}
