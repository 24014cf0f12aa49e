import type { ContentBlock, ForeignBlock, ImageBlock, TextBlock } from "@zot/protocol";
import { isObject } from "./is-object.js";

/** A tool's whole answer, as it goes over the wire. */
export interface ToolResult {
  content: ContentBlock[];
  is_error?: boolean;
}

/** What a tool handler may return. A string is a text block; nothing is an empty answer. */
export type ToolAnswer = string | ContentBlock | (string | ContentBlock)[] | ToolResult | undefined;

/**
 * A block of text.
 *
 * @example
 * return [text("Two matches:"), text("src/run.ts"), text("src/panel.ts")];
 */
export function text(value: string): TextBlock {
  return { type: "text", text: value };
}

/**
 * An image, from its bytes or from base64.
 *
 * @example
 * return [text("The chart:"), image(await readFile("chart.png"), "image/png")];
 */
export function image(data: Uint8Array | string, mime_type: string): ImageBlock {
  const encoded =
    typeof data === "string"
      ? data
      : Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");
  return { type: "image", mime_type, data: encoded };
}

/**
 * An answer that tells the model that the tool failed. Throwing an error does the same.
 *
 * @example
 * if (!station) return failure(`No station called ${name}. Known: ${known.join(", ")}`);
 */
export function failure(message: string): ToolResult {
  return { content: [text(message)], is_error: true };
}

/** Whatever a handler returned, as the wire wants it. */
export function toResult(answer: unknown): ToolResult {
  if (answer === undefined || answer === null) return { content: [] };
  if (isObject(answer) && Array.isArray(answer.content)) {
    const content = answer.content.map(toBlock);
    return answer.is_error === true ? { content, is_error: true } : { content };
  }
  return { content: (Array.isArray(answer) ? answer : [answer]).map(toBlock) };
}

/** All text of a result, blocks parted by newlines. */
export function textOf(content: readonly ForeignBlock[]): string {
  return content
    .flatMap((block) => ("text" in block && typeof block.text === "string" ? [block.text] : []))
    .join("\n");
}

function toBlock(value: unknown): ContentBlock {
  if (typeof value === "string") return text(value);
  if (isObject(value) && typeof value.type === "string") return value as unknown as ContentBlock;
  // An author without types may return a plain value: the model can read it as JSON.
  return text(JSON.stringify(value));
}
