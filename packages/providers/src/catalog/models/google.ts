import { row } from "./row.js";

/** From the vendor's model pages and price list, autumn 2026. The first one is the default. */
export const googleModels = [
  row("google", "gemini-3.8-flash", "Gemini 3.8 Flash", 1_048_576, 65_536, [0.75, 3.75, 0.075, 0]),
  row("google", "gemini-3.7-flash", "Gemini 3.7 Flash", 1_048_576, 65_536, [0.75, 3.75, 0.075, 0]),
  row("google", "gemini-3.5-flash", "Gemini 3.5 Flash", 1_048_576, 65_536, [1.5, 9, 0.15, 0]),
  row(
    "google",
    "gemini-3.1-pro-preview",
    "Gemini 3.1 Pro (preview)",
    1_048_576,
    65_536,
    [2, 12, 0.2, 0],
  ),
  row("google", "gemini-2.5-pro", "Gemini 2.5 Pro", 1_048_576, 65_536, [1.25, 10, 0.125, 0]),
  row("google", "gemini-2.5-flash", "Gemini 2.5 Flash", 1_048_576, 65_536, [0.3, 2.5, 0.03, 0]),
];
