import { isUtf8 } from "node:buffer";
import { ToolError } from "./tool-error.js";

const BOM = "\uFEFF";
const SNIFFED = 8_192;

/** A text as people edit it, and how its file spells it. */
export interface TextFile {
  /** As it is in the file, less a byte order mark. */
  raw: string;
  bom: string;
  newline: "\n" | "\r\n";
}

export function decodeText(bytes: Buffer, path: string): TextFile {
  if (looksBinary(bytes)) throw new ToolError(`${path} is a binary file (${bytes.length} bytes)`);
  if (!isUtf8(bytes)) throw new ToolError(`${path} is not UTF-8 text; edit it with bash`);
  const text = bytes.toString("utf8");
  const bom = text.startsWith(BOM) ? BOM : "";
  const raw = text.slice(bom.length);
  const crlf = raw.split("\r\n").length - 1;
  const all = raw.split("\n").length - 1;
  return { raw, bom, newline: crlf * 2 > all ? "\r\n" : "\n" };
}

export function looksBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, SNIFFED).includes(0);
}
