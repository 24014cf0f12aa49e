import { TYPED, type ImageBlock, type UserMessage } from "@zot/providers";
import type { PromptContent } from "./agent-options.js";

/** What the queue shows of a message. */
export function shownOf(content: PromptContent, typed?: string) {
  const { content: blocks, [TYPED]: typedText = "" } = userMessage(content, typed);
  return {
    text: blocks.map((block) => (block.type === "text" ? block.text : "")).join(""),
    images: blocks.filter((block): block is ImageBlock => block.type === "image"),
    typed: typedText,
  };
}

export function userMessage(content: PromptContent, typed?: string): UserMessage {
  const isText = typeof content === "string";
  return {
    role: "user",
    content: isText ? [{ type: "text", text: content }] : content,
    time: new Date().toISOString(),
    [TYPED]: typed ?? (isText ? content : ""),
  };
}
