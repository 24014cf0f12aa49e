import { redact, type ImageBlock, type TextBlock } from "@zot/providers";
import { isObject } from "../plain-object.js";
import { imageSize, imageType, isTooLarge, type Size } from "../tools/images/image-type.js";
import type { ToolDetails, ToolResult } from "../tools/tool.js";

/** What may be sent, saved and shown of a tool's result, whoever wrote the tool: no known secret, no image bomb. */
export function admitResult({ content, details, ...rest }: ToolResult): ToolResult {
  return {
    ...rest,
    content: content.map(admitBlock),
    ...(details === undefined ? {} : { details: redactAll(details) as ToolDetails }),
  };
}

/** Deeper than any honest tool nests; one whose details lead back to themselves must not hang us. */
const DEEPEST = 32;

/** The same with known secrets hidden in every text in it. */
function redactAll(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redact(value);
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return value.map((inner) => redactAll(inner, depth + 1));
  if (!isObject(value) || "toJSON" in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, redactAll(inner, depth + 1)] as const),
  );
}

function admitBlock(block: TextBlock | ImageBlock): TextBlock | ImageBlock {
  // Programs without types get these wrong.
  const { text, data } = block as { text?: unknown; data?: unknown };
  if (block.type === "text")
    return typeof text === "string" ? { ...block, text: redact(text) } : block;
  const size = typeof data === "string" ? sizeOf(Buffer.from(data, "base64")) : undefined;
  if (size === undefined || !isTooLarge(size)) return block;
  const note = `[an image was left out: ${size.width} × ${size.height} is too large]`;
  return { type: "text", text: note };
}

function sizeOf(bytes: Buffer): Size | undefined {
  const type = imageType(bytes);
  return type === undefined ? undefined : imageSize(bytes, type);
}
