import * as z from "zod";
import { record } from "../frame.js";

/** Tokens and cost; `input` is without the cached ones. */
export const usageTotals = record({
  input: z.number(),
  output: z.number(),
  cache_read: z.number(),
  cache_write: z.number(),
  cost_usd: z.number(),
  reasoning: z.number().nullable().optional().describe("null when unknown"),
});

export type UsageTotals = z.infer<typeof usageTotals>;
