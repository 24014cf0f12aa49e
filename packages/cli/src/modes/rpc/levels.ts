import type { ReasoningLevel } from "@zot/providers";

/** What clients may call a reasoning level; vendors have three. */
export const LEVELS: Record<string, ReasoningLevel | undefined> = {
  "": undefined,
  off: undefined,
  minimum: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
  max: "high",
};
