import { ProviderError } from "../../errors.js";
import { rememberSecret } from "../../redact.js";
import type { Credential, CredentialPlace } from "../find-credential.js";
import { AuthStore, type OAuthToken, type StoredCredential } from "./store.js";
import { canRefresh, isExpired } from "../oauth/token-life.js";

/** The credential of `auth.json`, with a fresh token if it is one that runs out. */
export async function readStoredCredential(
  provider: string,
  home: string,
): Promise<Credential | undefined> {
  const store = new AuthStore(home);
  const stored = store.read(provider);
  if (stored === undefined) return undefined;
  const obstacle = findObstacle(provider, stored);
  if (obstacle !== undefined) {
    throw new ProviderError("auth", `${obstacle}; log in again`, { provider });
  }
  if (stored.api_key) return { kind: "api_key", secret: stored.api_key, source: "file" };
  if (stored.api_key_command !== undefined) {
    const { runKeyCommand } = await import("../key-command.js");
    const secret = await runKeyCommand(provider, stored.api_key_command, home);
    rememberSecret(secret);
    return { kind: "api_key", secret, source: "file" };
  }
  if (stored.oauth === undefined) return undefined;
  const { refreshIfExpired } = await import("../oauth/refresh.js");
  const token = await refreshIfExpired(store, provider, stored.oauth);
  return {
    kind: "oauth",
    secret: token.access_token,
    source: "file",
    ...(token.account_id === undefined ? {} : { accountId: token.account_id }),
  };
}

/** Where it is, and whether it is of use; no program is run and nothing is fetched to find out. */
export function locateStored(provider: string, home: string): CredentialPlace | undefined {
  const stored = new AuthStore(home).read(provider);
  if (stored === undefined) return undefined;
  const isKey = Boolean(stored.api_key) || stored.api_key_command !== undefined;
  const obstacle = findObstacle(provider, stored);
  const kind = isKey ? "api_key" : "oauth";
  return { kind, source: "file", ...(obstacle === undefined ? {} : { obstacle }) };
}

function findObstacle(
  provider: string,
  { api_key, api_key_command, oauth }: StoredCredential,
): string | undefined {
  if (api_key || api_key_command !== undefined || oauth === undefined) return undefined;
  if (isForSubscription(provider, oauth)) {
    return `the login for ${provider} is one of the Go zot's for a subscription, which works with its own addresses only`;
  }
  return isExpired(oauth) && !canRefresh(oauth)
    ? `the login for ${provider} has expired`
    : undefined;
}

/** The Go zot sends these tokens to ChatGPT and to Kimi Code, not to the APIs that keys are for. */
function isForSubscription(provider: string, { token_url }: OAuthToken): boolean {
  return token_url === undefined && (provider === "openai" || provider === "kimi");
}
