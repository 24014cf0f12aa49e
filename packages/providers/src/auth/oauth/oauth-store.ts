import { zotHome } from "../home.js";
import { AuthStore, type OAuthToken } from "../store/store.js";

/** Keeps tokens with what is needed to refresh them, in place of an API key. */
export async function keepToken(
  options: { provider: string; home?: string | undefined; env?: NodeJS.ProcessEnv | undefined },
  oauth: { clientId: string; tokenUrl: string },
  token: OAuthToken,
): Promise<void> {
  const store = new AuthStore(options.home ?? zotHome(options.env));
  await store.update(options.provider, (current) => {
    const kept = Object.entries(current ?? {}).filter(([name]) => name !== "api_key");
    const full = { ...token, client_id: oauth.clientId, token_url: oauth.tokenUrl };
    return { ...Object.fromEntries(kept), oauth: full };
  });
}
