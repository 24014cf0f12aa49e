import * as z from "zod";
import { record } from "../frame.js";

/**
 * Tokens and cost; `input` is without the cached ones.
 *
 * @example
 * usageTotals.parse({ input: 12, output: 3, cache_read: 0, cache_write: 0, cost_usd: 0.0001 });
 */
export const usageTotals = record({
  input: z.number().describe("tokens sent, without the cached ones"),
  output: z.number().describe("tokens received"),
  cache_read: z.number().describe("tokens read from the provider's cache"),
  cache_write: z.number().describe("tokens written to it"),
  cost_usd: z.number().describe("what they cost, in US dollars"),
  reasoning: z
    .number()
    .nullable()
    .optional()
    .describe("tokens spent on reasoning; null when unknown"),
}).describe("Tokens and cost.");

export type UsageTotals = z.infer<typeof usageTotals>;
