import * as z from "zod";
import { record } from "./frame.js";

/**
 * Text that a tool answers with.
 *
 * @example
 * textBlock.parse({ type: "text", text: "16 degrees, fog" });
 */
export const textBlock = record({
  type: z.literal("text"),
  text: z.string().describe("the text"),
}).describe("Text.");

/**
 * An image that a tool answers with.
 *
 * @example
 * imageBlock.parse({ type: "image", mime_type: "image/png", data: "iVBORw0KGgo=" });
 */
export const imageBlock = record({
  type: z.literal("image"),
  mime_type: z.string().describe("such as `image/png`"),
  data: z.base64().describe("the image in base64"),
}).describe("An image.");

/**
 * What a tool may answer with.
 *
 * @example
 * contentBlock.parse({ type: "text", text: "done" }).type; // "text"
 */
export const contentBlock = z.discriminatedUnion("type", [textBlock, imageBlock]);

/**
 * What arrives where a block is expected. A peer may know block types that we don't: one of those
 * must cost itself only, never the frame around it. `readContentBlock` tells them apart.
 *
 * @example
 * foreignBlock.parse({ type: "video", url: "…" }).type; // "video"
 */
export const foreignBlock = record({
  type: z.string().default("").describe("`text` or `image`"),
}).describe("A content block.");

export type TextBlock = z.infer<typeof textBlock>;

export type ImageBlock = z.infer<typeof imageBlock>;

export type ContentBlock = z.infer<typeof contentBlock>;

export type ForeignBlock = z.infer<typeof foreignBlock>;
