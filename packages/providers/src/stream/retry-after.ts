import type { IncomingHttpHeaders } from "node:http";

/** What a server asks for: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function readRetryAfter(headers: IncomingHttpHeaders, now = Date.now()): number | undefined {
  const precise = Number(headers["retry-after-ms"] ?? "");
  if (precise > 0) return precise;
  const value = headers["retry-after"]?.trim();
  if (value === undefined || value === "") return undefined;
  const seconds = Number(value);
  if (!Number.isNaN(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
