import type { Manifest } from "./manifest.js";
import { parseObject } from "./parse-line.js";
import { Fault } from "./readers/fault.js";
import { manifest as makeReader } from "./readers/generated.js";
import type { Reader } from "./readers/read.js";

/**
 * @example
 * const read: DecodedManifest = decodeManifest(text);
 * if (!read.ok) console.error(`extension load: ${folder}: ${read.message}`);
 */
export type DecodedManifest = { ok: true; manifest: Manifest } | { ok: false; message: string };

let read: Reader | undefined;

/**
 * Reads the text of an `extension.json`. Never throws; what is wrong comes back in words.
 *
 * @example
 * decodeManifest('{"name":"weather","exec":"./weather"}'); // { ok: true, manifest: { name: "weather", … } }
 * decodeManifest('{"exec":"./weather"}'); // { ok: false, message: "name: is missing" }
 */
export function decodeManifest(text: string): DecodedManifest {
  const parsed = parseObject(text.startsWith("\uFEFF") ? text.slice(1) : text);
  if (!parsed.ok) {
    const message = parsed.kind === "not-json" ? `not JSON: ${parsed.message}` : parsed.message;
    return { ok: false, message };
  }
  const manifest = (read ??= makeReader())(parsed.value);
  if (manifest instanceof Fault) return { ok: false, message: String(manifest) };
  return { ok: true, manifest: manifest as Manifest };
}
