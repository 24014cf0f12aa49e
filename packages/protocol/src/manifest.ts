import * as z from "zod";
import { record } from "./frame.js";
import { findHidden, type TextKind } from "./hidden-characters.js";
import { parseObject } from "./parse-line.js";
import { Fault, readerOf } from "./reader.js";

/** What is shown to somebody who decides about it must be what it looks like. */
function shown(kind: TextKind, schema = z.string()) {
  return schema.refine((text) => findHidden(text, kind) === undefined, {
    error: ({ input }) => `contains ${findHidden(String(input), kind) ?? ""}, which nobody sees`,
  });
}

/**
 * What `extension.json` may hold. Unknown fields are kept.
 *
 * @example
 * manifestSchema.parse({ name: "weather", exec: "python3", args: ["main.py"] });
 */
export const manifestSchema = record({
  name: shown("word", z.string().min(1)).describe("must equal the name in `hello`"),
  version: shown("word").optional().describe("shown by `zot ext list`"),
  exec: shown("word", z.string().min(1))
    .optional()
    .describe(
      "the program. An absolute path as it is; one with a separator relative to the manifest's folder; a bare name looked up on `PATH`. A bundle with only themes or skills has none and is never started",
    ),
  args: z.array(shown("lines")).optional().describe("its arguments"),
  language: shown("word").optional().describe("informational"),
  description: shown("prose").optional().describe("shown by `zot ext list`"),
  enabled: z
    .boolean()
    .optional()
    .describe("default true; false keeps it installed but not started"),
  skills: z
    .array(shown("word"))
    .optional()
    .describe("folders or `SKILL.md` paths that the extension ships"),
  intercepts: z
    .array(z.string())
    .optional()
    .describe(
      "what it will intercept: `tool_call` `turn_start` `assistant_message` `before_agent_start`. Until it is up, these are refused, unless the user chose `allow` for it",
    ),
  start_timeout_ms: z
    .int()
    .positive()
    .optional()
    .describe("how long it may take from its start to its hello; default 60000, at most 600000"),
  themes: z.unknown().optional().describe("themes that the extension ships"),
  engines: z
    .unknown()
    .optional()
    .describe('informational: the versions of zot that it is made for, as in `{"zot": ">=1"}`'),
  homepage: z.unknown().optional().describe("informational: where to read more about it"),
  license: z.unknown().optional().describe("informational: its licence, as in `MIT`"),
}).describe("`extension.json`.");

/**
 * @example
 * const manifest: Manifest = { name: "weather", exec: "./weather" };
 */
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * @example
 * const read: DecodedManifest = decodeManifest(text);
 * if (!read.ok) console.error(`extension load: ${folder}: ${read.message}`);
 */
export type DecodedManifest = { ok: true; manifest: Manifest } | { ok: false; message: string };

const readManifest = readerOf(manifestSchema);

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
  const manifest = readManifest(parsed.value);
  if (manifest instanceof Fault) return { ok: false, message: String(manifest) };
  return { ok: true, manifest: manifest as Manifest };
}
