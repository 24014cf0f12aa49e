import { row } from "./row.js";

/**
 * From the vendor's model pages and price list, autumn 2026; prices are those of the standard tier
 * up to 272,000 input tokens. The first one is the default.
 */
export const openaiModels = [
  row("openai", "gpt-6.1-sol", "GPT-6.1 Sol", 1_050_000, 128_000, [2, 10, 0.1, 2.5]),
  row("openai", "gpt-6.1-terra", "GPT-6.1 Terra", 1_050_000, 128_000, [1, 5, 0.05, 1.25]),
  row("openai", "gpt-6-astra", "GPT-6 Astra", 1_050_000, 128_000, [10, 50, 1, 12.5]),
  row("openai", "gpt-6-sol", "GPT-6 Sol", 1_050_000, 128_000, [2, 10, 0.2, 2.5]),
  row("openai", "gpt-6-luna", "GPT-6 Luna", 400_000, 128_000, [0.1, 0.5, 0.01, 0.125]),
  row("openai", "gpt-5.6-sol", "GPT-5.6 Sol", 1_050_000, 128_000, [4, 20, 0.4, 0]),
  row("openai", "gpt-5.6-terra", "GPT-5.6 Terra", 1_050_000, 128_000, [2, 12, 0.2, 0]),
  row("openai", "gpt-5.6-luna", "GPT-5.6 Luna", 400_000, 128_000, [0.2, 1.2, 0.02, 0]),
  row("openai", "gpt-5.5", "GPT-5.5", 1_050_000, 128_000, [5, 30, 0.5, 0]),
  row("openai", "gpt-5.4-mini", "GPT-5.4 mini", 400_000, 128_000, [0.75, 4.5, 0.075, 0]),
  row("openai", "gpt-5", "GPT-5", 400_000, 128_000, [1.25, 10, 0.125, 0]),
  row("openai", "gpt-5-mini", "GPT-5 mini", 400_000, 128_000, [0.25, 2, 0.025, 0]),
  row("openai", "gpt-4.1", "GPT-4.1", 1_047_576, 32_768, [2, 8, 0.5, 0], { reasoning: false }),
];
