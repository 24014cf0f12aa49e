import { row } from "./row.js";

/** From the vendor's model list, autumn 2026. The first one is the default. */
export const kimiModels = [
  row("kimi", "kimi-k3", "Kimi K3", 262_144, 131_072, [3, 15, 0.3, 0]),
  row("kimi", "kimi-k2.7-code", "Kimi K2.7 Code", 262_144, 131_072, [0.95, 4, 0.16, 0]),
  row("kimi", "kimi-k2.6", "Kimi K2.6", 262_144, 131_072, [0.95, 4, 0.16, 0]),
];
