import { row } from "./row.js";

/** From the vendor's model overview and price list, autumn 2026. The first one is the default. */
export const anthropicModels = [
  row("anthropic", "claude-sonnet-5-5", "Claude Sonnet 5.5", 1_000_000, 128_000, [2, 10, 0.1, 2.5]),
  row("anthropic", "claude-opus-5-5", "Claude Opus 5.5", 1_000_000, 128_000, [4, 20, 0.2, 5]),
  row("anthropic", "claude-fable-5-2", "Claude Fable 5.2", 1_000_000, 128_000, [8, 40, 0.8, 10]),
  row(
    "anthropic",
    "claude-haiku-5-5",
    "Claude Haiku 5.5",
    1_000_000,
    128_000,
    [0.1, 0.5, 0.01, 0.125],
  ),
  row("anthropic", "claude-opus-5", "Claude Opus 5", 1_000_000, 128_000, [5, 25, 0.5, 6.25]),
  row("anthropic", "claude-sonnet-5", "Claude Sonnet 5", 1_000_000, 128_000, [2, 10, 0.2, 2.5]),
  row("anthropic", "claude-opus-4-8", "Claude Opus 4.8", 1_000_000, 128_000, [5, 25, 0.5, 6.25]),
  row("anthropic", "claude-sonnet-4-6", "Claude Sonnet 4.6", 1_000_000, 64_000, [3, 15, 0.3, 3.75]),
  row("anthropic", "claude-sonnet-4-5", "Claude Sonnet 4.5", 200_000, 64_000, [3, 15, 0.3, 3.75]),
  row("anthropic", "claude-haiku-4-5", "Claude Haiku 4.5", 200_000, 64_000, [1, 5, 0.1, 1.25]),
];
