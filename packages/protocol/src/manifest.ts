import * as z from "zod";
import { record, ruled } from "./frame.js";

const word = () => ruled(z.string(), "shownWord");

/**
 * What `extension.json` may hold. Unknown fields are kept.
 *
 * @example
 * manifestSchema.parse({ name: "weather", exec: "python3", args: ["main.py"] });
 */
export const manifestSchema = record({
  name: ruled(z.string().min(1), "shownWord").describe("must equal the name in `hello`"),
  version: word().optional().describe("shown by `zot ext list`"),
  exec: ruled(z.string().min(1), "shownWord")
    .optional()
    .describe(
      "the program. An absolute path as it is; one with a separator relative to the manifest's folder; a bare name looked up on `PATH`. A bundle with only themes or skills has none and is never started",
    ),
  args: z.array(ruled(z.string(), "shownLines")).optional().describe("its arguments"),
  language: word().optional().describe("informational"),
  description: ruled(z.string(), "shownProse").optional().describe("shown by `zot ext list`"),
  enabled: z
    .boolean()
    .optional()
    .describe("default true; false keeps it installed but not started"),
  skills: z
    .array(word())
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
