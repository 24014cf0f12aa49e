import { timingSafeEqual } from "node:crypto";

/** Tells nothing about the token through the time that it takes. */
export function isSameToken(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
