import { costOf, type Model, type Usage } from "@zot/providers";

/** Tokens and what they cost; `input` is without the cached ones. */
export interface UsageTotals extends Usage {
  cost_usd: number;
}

/** A sum that nothing was added to yet. */
export function noUsage(): UsageTotals {
  return { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: null, cost_usd: 0 };
}

/** The sum of two usages. Reasoning tokens stay unknown until one of the two knows them. */
export function addUsage(a: UsageTotals, b: UsageTotals): UsageTotals {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cache_read: a.cache_read + b.cache_read,
    cache_write: a.cache_write + b.cache_write,
    reasoning:
      a.reasoning === null && b.reasoning === null ? null : (a.reasoning ?? 0) + (b.reasoning ?? 0),
    cost_usd: a.cost_usd + b.cost_usd,
  };
}

/** Puts a price on the tokens of one request, at the price of the model that answered it. */
export function priceUsage(usage: Usage, model: Pick<Model, "price"> | undefined): UsageTotals {
  return { ...usage, cost_usd: model === undefined ? 0 : costOf(usage, model) };
}
