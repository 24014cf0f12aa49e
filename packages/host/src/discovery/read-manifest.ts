import { join } from "node:path";
import type { Manifest } from "@zot/protocol";
import { findHidden, writeOutHidden, type TextKind } from "@zot/protocol/lines";
import { messageOf } from "../context/errors.js";
import { isObject } from "../context/base.js";
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
 * Reads a manifest by hand: children are spawned before the schemas of `@zot/protocol` are loaded.
 * A test holds this equal to its `decodeManifest`, names aside.
 *
 * @example
 * const read = readManifest(dir);
 * console.log(read.ok ? read.manifest.name : read.reason);
 */
export function readManifest(dir: string, options: ReadManifestOptions = {}): ReadManifest {
  let value: unknown;
  let text = "";
  try {
    const within = options.mayBeLinked === true ? undefined : dir;
    const maxBytes = MAX_MANIFEST_BYTES;
    const bytes = readRegularFile(join(dir, MANIFEST_FILE), { maxBytes, within });
    text = bytes.toString("utf8").replace(/^\uFEFF/, "");
    value = JSON.parse(text);
  } catch (error) {
    const message = messageOf(error);
    // It quotes the file.
    const reason = `${MANIFEST_FILE}${findLine(text, message)}: ${writeOutHidden(message)}`;
    return { ok: false, reason };
  }
  const manifest = withoutNulls(value);
  const problem = findProblem(manifest) ?? findHiddenText(manifest as Manifest);
  if (problem !== undefined) return { ok: false, reason: `${MANIFEST_FILE}: ${problem}` };
  return { ok: true, manifest: manifest as Manifest };
}

/** How programs that write manifests spell a field that is left out. */
function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

/** Node 20 tells only how many characters came before. */
function findLine(text: string, message: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined
    ? ""
    : `, line ${text.slice(0, Number(position)).split("\n").length}`;
}

function findProblem(fields: unknown): string | undefined {
  if (!isObject(fields)) return "expected a JSON object";
  if (fields.name === undefined) return `"name" is required${listUnknownFields(fields)}`;
  if (typeof fields.name !== "string" || fields.name === "") return '"name" is required';
  if (!EXTENSION_NAME.test(fields.name)) {
    return `"name" must match ${EXTENSION_NAME.source}, got ${quote(fields.name)}`;
  }
  for (const field of ["version", "exec", "language", "description"] as const) {
    if (fields[field] !== undefined && typeof fields[field] !== "string") {
      return `"${field}" must be a string`;
    }
  }
  if (fields.exec === "") return '"exec" must not be empty';
  for (const field of ["args", "skills", "intercepts"] as const) {
    if (fields[field] !== undefined && !isStrings(fields[field])) {
      return `"${field}" must be a list of strings`;
    }
  }
  if (fields.enabled !== undefined && typeof fields.enabled !== "boolean") {
    return '"enabled" must be true or false';
  }
  const { start_timeout_ms: start = 1 } = fields;
  if (!Number.isSafeInteger(start) || Number(start) < 1) {
    return '"start_timeout_ms" must be a whole number above 0';
  }
  return undefined;
}

const FIELDS = [
  ...["name", "version", "exec", "args", "language", "description", "enabled", "skills"],
  ...["intercepts", "start_timeout_ms", "themes", "engines", "homepage", "license"],
];

const SHOWN = [
  ["version", "word"],
  ["exec", "word"],
  ["args", "lines"],
  ["language", "word"],
  ["description", "prose"],
  ["skills", "word"],
] as const satisfies (readonly [keyof Manifest, TextKind])[];

/** Fields that mean nothing to zot: a misspelt one is among them. */
export function listUnknownFields(fields: object): string {
  const unknown = Object.keys(fields).filter((key) => !FIELDS.includes(key));
  if (unknown.length === 0) return "";
  return `; zot does not know ${unknown.map(quote).join(", ")}`;
}

/** Whoever decides about a manifest must see all of it. */
function findHiddenText(manifest: Manifest): string | undefined {
  for (const [field, kind] of SHOWN) {
    const value = manifest[field];
    const texts = typeof value === "string" ? [value] : (value ?? []);
    for (const [at, text] of texts.entries()) {
      const hidden = findHidden(text, kind);
      if (hidden === undefined) continue;
      const where = typeof value === "string" ? field : `${field}[${at}]`;
      return `${where} contains ${hidden}, a character that nobody sees; take it out`;
    }
  }
  return undefined;
}

function quote(text: string): string {
  return writeOutHidden(JSON.stringify(text));
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
