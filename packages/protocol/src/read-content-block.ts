import type { ContentBlock, ForeignBlock } from "./content.js";
import { Fault } from "./readers/fault.js";
import { contentBlock } from "./readers/generated.js";
import { choice, type Reader } from "./readers/read.js";

let reader: Reader | undefined;

/**
 * Reads a block of a received frame: a known one as it is, `undefined` for a type that version 1
 * does not have or for one whose fields are wrong (such as data that isn't base64).
 *
 * @example
 * readContentBlock({ type: "text", text: "hi" })?.type; // "text"
 * readContentBlock({ type: "video" }); // undefined
 */
export function readContentBlock(block: ForeignBlock): ContentBlock | undefined {
  const read = (reader ??= choice(contentBlock()));
  const known = read(block);
  if (!(known instanceof Fault)) return known as ContentBlock;
  const again = read(unwrapped(block));
  return again instanceof Fault ? undefined : (again as ContentBlock);
}

/** Encoders such as `base64(1)` and Python's `encodebytes` break their output into lines. */
function unwrapped(block: ForeignBlock): unknown {
  const { data } = block as { data?: unknown };
  return typeof data === "string" ? { ...block, data: data.replace(/[\r\n]/g, "") } : block;
}
