import type { Model } from "../../model.js";

/** Prices in the order input, output, cache read, cache write. */
type Prices = [number, number, number, number];

export function row(
  provider: string,
  id: string,
  name: string,
  context_window: number,
  max_output: number,
  [input, output, cache_read, cache_write]: Prices,
  { reasoning = true }: { reasoning?: boolean } = {},
): Model {
  const price = { input, output, cache_read, cache_write };
  return { id, provider, name, context_window, max_output, reasoning, price };
}
