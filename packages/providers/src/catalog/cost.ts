import type { Model } from "../model.js";
import type { Usage } from "../stream-event.js";

/**
 * What a request cost, in US dollars, by the catalog's prices.
 *
 * @example
 * const usage = { input: 1_000_000, output: 0, cache_read: 0, cache_write: 0, reasoning: null };
 * costOf(usage, model); // model.price.input
 */
export function costOf(usage: Usage, model: Pick<Model, "price">): number {
  const { price } = model;
  const millionths =
    usage.input * price.input +
    usage.output * price.output +
    usage.cache_read * price.cache_read +
    usage.cache_write * price.cache_write;
  return millionths / 1_000_000;
}
