import * as z from "zod";
import { record } from "./frame.js";

/** What `extension.json` may hold. Unknown fields are kept. */
export const manifestSchema = record({
  name: z.string().min(1).describe("must equal the name in `hello`"),
  version: z.string().optional().describe("shown by `zot ext list`"),
  exec: z
    .string()
    .min(1)
    .optional()
    .describe(
      "the program: absolute; or relative to this folder when it holds a separator; or a bare name looked up on PATH. A bundle of skills or themes has none and is never started",
    ),
  args: z.array(z.string()).optional().describe("its arguments"),
  language: z.string().optional().describe("informational"),
  description: z.string().optional().describe("shown by `zot ext list`"),
  enabled: z.boolean().optional().describe("default true; false keeps it installed, not started"),
  skills: z.array(z.string()).optional().describe("folders or SKILL.md paths that it ships"),
});

export type Manifest = z.infer<typeof manifestSchema>;
