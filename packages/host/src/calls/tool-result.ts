import { closeSync } from "node:fs";
import type { ContentBlock, ForeignBlock, TextBlock } from "@zot/protocol";
import { readContentBlock } from "@zot/protocol/readers";
import type { HostContext, Settings } from "../context/host-context.js";
import { messageOf } from "../context/errors.js";
import { redact } from "../context/redact.js";
import { createResultFile, type ToolReply } from "../connection/result-files.js";
import { writeAll } from "../context/base.js";

/** What a tool answered, as the model will read it. */
export interface ToolOutcome {
  content: ContentBlock[];
  is_error: boolean;
  /** The text was cut; the whole of it is in this file. */
  saved_to?: string;
}

export function failedOutcome(text: string): ToolOutcome {
  return { content: [{ type: "text", text }], is_error: true };
}

/** Maps what came over the wire: empty texts go, blocks that can't be read say so, long text is cut. */
export function mapResult(reply: ToolReply, extension: string, context: HostContext): ToolOutcome {
  const content = reply.content.flatMap((block): ContentBlock[] => {
    if (isEmptyText(block)) return [];
    const known = readContentBlock(block);
    if (known && !isEmptyImage(known)) return [known];
    return [
      { type: "text", text: `[extension ${extension} returned ${describeUnreadable(block)}]` },
    ];
  });
  if (content.length === 0) content.push({ type: "text", text: "(extension returned no content)" });
  const is_error = reply.is_error ?? false;
  if (reply.spilled) {
    const { path, bytes } = reply.spilled;
    content.push({ type: "text", text: cutNotice(bytes, path) });
    return { content, is_error, saved_to: path };
  }
  return cutText({ content, is_error }, extension, context);
}

function describeUnreadable({ type }: ForeignBlock): string {
  if (type === "text") return "a text that can't be read";
  if (type === "image") return "an image that can't be decoded";
  return `a block of unknown type ${JSON.stringify(type)}`;
}

/** A text that is left out, or null, is an empty one to programs in the field. */
function isEmptyText(block: ForeignBlock): boolean {
  return block.type === "text" && ((block as Partial<TextBlock>).text ?? "") === "";
}

/** Vendors refuse the whole request for one, and for all that follow in the session. */
function isEmptyImage(block: ContentBlock): boolean {
  return block.type === "image" && block.data === "";
}

function cutText(
  outcome: ToolOutcome,
  extension: string,
  { limits, settings }: HostContext,
): ToolOutcome {
  const { resultBytes: maxBytes } = limits;
  if (isSurelyShort(outcome.content, maxBytes)) return outcome;
  const texts = outcome.content.filter((block) => block.type === "text").map(({ text }) => text);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= maxBytes) return outcome;
  const saved = save(texts.join("\n"), extension, settings);
  let left = maxBytes;
  const content = outcome.content.flatMap((block): ContentBlock[] => {
    if (block.type !== "text") return [block];
    const text = beginningOf(block.text, left);
    left -= Buffer.byteLength(text);
    return text === "" ? [] : [{ type: "text", text }];
  });
  content.push({ type: "text", text: cutNotice(bytes, saved.path ?? saved.problem) });
  return { ...outcome, content, ...(saved.path === undefined ? {} : { saved_to: saved.path }) };
}

/** UTF-8 takes at most three bytes for each unit of a string. */
function isSurelyShort(content: readonly ContentBlock[], maxBytes: number): boolean {
  let units = 0;
  for (const block of content) units += block.type === "text" ? block.text.length : 0;
  return 3 * units <= maxBytes;
}

function save(text: string, extension: string, settings: Settings) {
  try {
    const { path, file } = createResultFile(settings, extension, "txt");
    writeAll(file, Buffer.from(redact(text, settings.secrets())));
    closeSync(file);
    return { path };
  } catch (error) {
    return { problem: `nowhere: ${messageOf(error)}` };
  }
}

function cutNotice(bytes: number, where: string): string {
  return `[output cut: ${bytes} bytes in all; the whole is in ${where}]`;
}

function beginningOf(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  // A character cut in its middle decodes to U+FFFD, which goes.
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
}
