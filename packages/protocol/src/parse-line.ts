import { isObject } from "./is-object.js";
import { MAX_JSON_DEPTH } from "./limits.js";

interface Refusal {
  ok: false;
  kind: "not-json" | "not-object" | "no-type" | "hostile";
  message: string;
  /** The object, when only its `type` is missing. */
  value?: Record<string, unknown>;
  /** Of a hostile object, what tells which call it answers; the rest of it is not handed on. */
  about?: { type?: string; id?: string | number };
}

/** What a line holds, before anyone asked whether it is a frame that version 1 knows. */
export type ParsedLine = { ok: true; type: string; value: Record<string, unknown> } | Refusal;

/**
 * Reads one line as a JSON object with a `type`. Never throws on foreign input.
 *
 * @example
 * parseLine('{"type":"ready"}'); // { ok: true, type: "ready", value: { type: "ready" } }
 * parseLine("Listening on 3000"); // { ok: false, kind: "not-json", message: … }
 */
export function parseLine(text: string): ParsedLine {
  const parsed = parseObject(text);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  const { type } = value;
  if (typeof type === "string") return { ok: true, type, value };
  const message =
    type === undefined ? 'the object has no "type"' : 'the object\'s "type" is not a string';
  return { ok: false, kind: "no-type", message, value };
}

/** Reads text as a JSON object that is safe to walk and to copy. */
export function parseObject(text: string): { ok: true; value: Record<string, unknown> } | Refusal {
  if (isTooDeep(text)) {
    return refuse("hostile", `JSON nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse("not-json", error instanceof Error ? error.message : String(error));
  }
  if (!isObject(value)) {
    return refuse("not-object", `expected a JSON object, got ${describe(value)}`);
  }
  if (mayNameProto(text) && namesProto(value)) {
    const about = readAbout(value);
    return { ...refuse("hostile", 'a key is named "__proto__"'), about };
  }
  return { ok: true, value };
}

function refuse(kind: Refusal["kind"], message: string): Refusal {
  return { ok: false, kind, message };
}

function readAbout({ type, id }: Record<string, unknown>): NonNullable<Refusal["about"]> {
  return {
    ...(typeof type === "string" ? { type } : {}),
    ...(typeof id === "string" || typeof id === "number" ? { id } : {}),
  };
}

function describe(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}

function isTooDeep(text: string): boolean {
  // A balanced document of that depth needs two characters for each level.
  if (text.length <= 2 * MAX_JSON_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // a string: jump to its closing quote, past escaped ones
        at = closingQuote(text, at);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > MAX_JSON_DEPTH) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
    }
  }
  return false;
}

function closingQuote(text: string, open: number): number {
  let at = open;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === 0x5c) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
}

/** A cheap "no" for nearly every line; an escaped spelling such as `\u005f_proto__` counts as "maybe". */
function mayNameProto(text: string): boolean {
  return text.includes("__p") || (text.includes("\\u00") && /\\u00[567]/.test(text));
}

function namesProto(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(namesProto);
  return Object.hasOwn(value, "__proto__") || Object.values(value).some(namesProto);
}
