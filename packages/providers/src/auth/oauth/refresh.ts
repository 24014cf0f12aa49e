import { ProviderError } from "../../errors.js";
import { requestToken } from "./token-endpoint.js";
import type { AuthStore, OAuthToken } from "../store/store.js";
import { isExpired } from "./token-life.js";

/** The token itself while it lasts; else a fresh one, fetched by one process and shared by all. */
export async function refreshIfExpired(
  store: AuthStore,
  provider: string,
  token: OAuthToken,
): Promise<OAuthToken> {
  if (!isExpired(token)) return token;
  const stored = await store.update(provider, async (current) => {
    const latest = current?.oauth;
    if (latest === undefined) throw expired(provider);
    // Another process may have refreshed it while this one waited for the lock.
    if (!isExpired(latest)) return current;
    return { ...current, oauth: await refresh(provider, latest) };
  });
  if (stored?.oauth === undefined) throw expired(provider);
  return stored.oauth;
}

async function refresh(provider: string, token: OAuthToken): Promise<OAuthToken> {
  const { refresh_token, client_id, token_url } = token;
  if (refresh_token === undefined || token_url === undefined) throw expired(provider);
  const fresh = await requestToken(provider, token_url, {
    grant_type: "refresh_token",
    refresh_token,
    ...(client_id === undefined ? {} : { client_id }),
  });
  // Servers that don't rotate the refresh token leave it out.
  return { ...token, ...fresh };
}

function expired(provider: string): ProviderError {
  const message = `the login for ${provider} has expired; log in again`;
  return new ProviderError("auth", message, { provider });
}
