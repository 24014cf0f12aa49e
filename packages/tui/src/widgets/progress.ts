import type { Theme } from "../theme/theme.js";

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/**
 * A bar for a share between 0 and 1. From `warnAt` on it warns by its colour.
 *
 * @example
 * import { progressBar, Theme } from "@zot/tui";
 * progressBar(0.5, 10, new Theme());
 */
export function progressBar(share: number, width: number, theme: Theme, warnAt = 2): string {
  const part = Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0));
  const eighths = Math.round(part * width * 8);
  const full = Math.floor(eighths / 8);
  const bar = "█".repeat(full) + (full < width ? (EIGHTHS[eighths % 8] ?? "") : "");
  const empty = "░".repeat(Math.max(0, width - bar.length));
  return theme.paint(part >= warnAt ? "warn" : "accent", bar) + theme.paint("border", empty);
}
