import * as z from "zod";
import { record } from "./frame.js";

export const textBlock = record({ type: z.literal("text"), text: z.string() });

export const imageBlock = record({
  type: z.literal("image"),
  mime_type: z.string(),
  data: z.base64(),
});

/** What a tool may answer with. */
export const contentBlock = z.discriminatedUnion("type", [textBlock, imageBlock]);

/**
 * What arrives where a block is expected. A peer may know block types that we don't: one of those
 * must cost itself only, never the frame around it. `readContentBlock` tells them apart.
 */
export const foreignBlock = record({ type: z.string() });

export type TextBlock = z.infer<typeof textBlock>;
export type ImageBlock = z.infer<typeof imageBlock>;
export type ContentBlock = z.infer<typeof contentBlock>;
export type ForeignBlock = z.infer<typeof foreignBlock>;

/**
 * Reads a block of a received frame: a known one as it is, `undefined` for a type that version 1
 * does not have or for one whose fields are wrong (such as data that isn't base64).
 *
 * @example
 * readContentBlock({ type: "text", text: "hi" })?.type; // "text"
 * readContentBlock({ type: "video" }); // undefined
 */
export function readContentBlock(block: ForeignBlock): ContentBlock | undefined {
  const read = contentBlock.safeParse(block);
  return read.success ? read.data : undefined;
}
