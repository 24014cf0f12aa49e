import type { ImageBlock, TextBlock } from "@zot/providers";
import { imageSize, imageType, isTooLarge } from "./tools/image-type.js";
import type { ToolResult } from "./tools/tool.js";

/** What may be sent, saved and shown of a tool's result, whoever wrote the tool. */
export function admitResult(result: ToolResult): ToolResult {
  return { ...result, content: result.content.map(admitBlock) };
}

function admitBlock(block: TextBlock | ImageBlock): TextBlock | ImageBlock {
  if (block.type !== "image") return block;
  const bytes = Buffer.from(block.data, "base64");
  const type = imageType(bytes);
  const size = type === undefined ? undefined : imageSize(bytes, type);
  if (size === undefined || !isTooLarge(size)) return block;
  const text = `[an image was left out: ${size.width} × ${size.height} is too large]`;
  return { type: "text", text };
}
