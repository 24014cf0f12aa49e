import { join } from "node:path";
import type { Manifest } from "@zot/protocol";
import { writeOutHidden } from "@zot/protocol/lines";
import { decodeManifest, MANIFEST_FIELDS } from "@zot/protocol/readers";
import { messageOf } from "../context/errors.js";
import { readRegularFile } from "./regular-file.js";

/** The file that makes a folder an extension. */
export const MANIFEST_FILE = "extension.json";

/** The longest in the field has 3 KB. */
const MAX_MANIFEST_BYTES = 1024 * 1024;

/** Names become file names and are shown: nothing else is allowed in them. */
export const EXTENSION_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** What a folder's `extension.json` says, or why it can't be used. */
export type ReadManifest = { ok: true; manifest: Manifest } | { ok: false; reason: string };

export interface ReadManifestOptions {
  /** Whether a link may lead to a manifest elsewhere, as it may in a folder of the user's own. */
  mayBeLinked?: boolean;
}

/**
 * Reads a manifest, and refuses a name that could be no file's.
 *
 * @example
 * const read = readManifest(dir);
 * console.log(read.ok ? read.manifest.name : read.reason);
 */
export function readManifest(dir: string, options: ReadManifestOptions = {}): ReadManifest {
  const read = readText(dir, options);
  if (!read.ok) return refuse(read.reason);
  const decoded = decodeManifest(read.text);
  if (!decoded.ok) {
    const hint = decoded.message.startsWith("name: is missing") ? misspelt(read.text) : "";
    return refuse(decoded.message + hint, findLine(read.text, decoded.message));
  }
  const { name } = decoded.manifest;
  return EXTENSION_NAME.test(name)
    ? decoded
    : refuse(`name: must match ${EXTENSION_NAME.source}, got ${quote(name)}`);
}

function readText(
  dir: string,
  { mayBeLinked }: ReadManifestOptions,
): { ok: true; text: string } | { ok: false; reason: string } {
  try {
    const within = mayBeLinked === true ? undefined : dir;
    const maxBytes = MAX_MANIFEST_BYTES;
    const bytes = readRegularFile(join(dir, MANIFEST_FILE), { maxBytes, within });
    return { ok: true, text: bytes.toString("utf8") };
  } catch (error) {
    return { ok: false, reason: messageOf(error) };
  }
}

/** What is wrong may quote the file. */
function refuse(problem: string, place = ""): ReadManifest {
  return { ok: false, reason: `${MANIFEST_FILE}${place}: ${writeOutHidden(problem)}` };
}

/** Node 20 tells only how many characters came before. */
function findLine(text: string, message: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined
    ? ""
    : `, line ${text.slice(0, Number(position)).split("\n").length}`;
}

/** Of a manifest that has no name. */
function misspelt(text: string): string {
  return listUnknownFields(JSON.parse(text.replace(/^\uFEFF/, "")) as object);
}

/** Fields that mean nothing to zot: a misspelt one is among them. */
export function listUnknownFields(fields: object): string {
  const unknown = Object.keys(fields).filter((key) => !MANIFEST_FIELDS.includes(key));
  if (unknown.length === 0) return "";
  return `; zot does not know ${unknown.map(quote).join(", ")}`;
}

function quote(text: string): string {
  return writeOutHidden(JSON.stringify(text));
}
