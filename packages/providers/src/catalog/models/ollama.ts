import { row } from "./row.js";

/** Models of a local server cost nothing; which ones it has, only the server knows. */
export const ollamaModels = [
  row("ollama", "gpt-oss:20b", "gpt-oss 20B", 131_072, 32_768, [0, 0, 0, 0]),
  row("ollama", "gpt-oss:120b", "gpt-oss 120B", 131_072, 32_768, [0, 0, 0, 0]),
  row("ollama", "qwen3-coder:30b", "Qwen3 Coder 30B", 262_144, 32_768, [0, 0, 0, 0], {
    reasoning: false,
  }),
];
