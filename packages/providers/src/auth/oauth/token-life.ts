import type { OAuthToken } from "../store/store.js";

/** A token that ends within this time is refreshed now rather than in the middle of a request. */
const MARGIN_MS = 60_000;

export function isExpired(token: OAuthToken, now = Date.now()): boolean {
  if (token.expiry === undefined) return false;
  const end = Date.parse(token.expiry);
  // The Go zot writes the year 1 for a token without an end.
  return !Number.isNaN(end) && end > 0 && end - MARGIN_MS <= now;
}

export function canRefresh({ refresh_token, token_url }: OAuthToken): boolean {
  return refresh_token !== undefined && token_url !== undefined;
}
