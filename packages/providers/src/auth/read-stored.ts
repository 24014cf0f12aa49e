import type { Credential } from "./find-credential.js";
import { AuthStore } from "./store.js";

/** The credential of `auth.json`, with a fresh token if it is one that runs out. */
export async function readStoredCredential(
  provider: string,
  home: string,
): Promise<Credential | undefined> {
  const store = new AuthStore(home);
  const stored = store.read(provider);
  if (stored?.api_key) return { kind: "api_key", secret: stored.api_key, source: "file" };
  if (stored?.oauth === undefined) return undefined;
  const { refreshIfExpired } = await import("./refresh.js");
  const token = await refreshIfExpired(store, provider, stored.oauth);
  return {
    kind: "oauth",
    secret: token.access_token,
    source: "file",
    ...(token.account_id === undefined ? {} : { accountId: token.account_id }),
  };
}

/** The same without a look at whether a token still lasts. */
export function locateStored(
  provider: string,
  home: string,
): Pick<Credential, "kind" | "source"> | undefined {
  const stored = new AuthStore(home).read(provider);
  if (stored === undefined) return undefined;
  return { kind: stored.api_key ? "api_key" : "oauth", source: "file" };
}
