import { findCredential, noCredential } from "./auth/find-credential.js";
import type { ModelClient } from "./client.js";
import { ProviderError } from "./errors.js";
import { isProvider, PROVIDER_INFO, PROVIDERS } from "./provider-info.js";

export interface OpenClientOptions {
  provider: string;
  /** What `--api-key` gave; the vendor's variable and `auth.json` count without it. */
  apiKey?: string | undefined;
  /** What `--base-url` gave. */
  baseUrl?: string | undefined;
  /** The folder with `auth.json` and `models.json`; `$ZOT_HOME` by default. */
  home?: string | undefined;
  env?: NodeJS.ProcessEnv | undefined;
}

/**
 * Opens a client. Only the code of the provider asked for is loaded.
 *
 * @example
 * const client = await openClient({ provider: "offline" });
 * for await (const event of client.stream({ model: "offline", messages }, signal)) …
 */
export async function openClient(options: OpenClientOptions): Promise<ModelClient> {
  const { provider } = options;
  if (!isProvider(provider)) {
    throw new ProviderError(
      "unknown_provider",
      `unknown provider "${provider}"; known ones: ${PROVIDERS.join(", ")}`,
      { provider },
    );
  }
  if (provider === "offline") {
    const { OfflineClient } = await import("./offline/client.js");
    return new OfflineClient();
  }
  const credential = await findCredential(options);
  if (
    credential === undefined &&
    PROVIDER_INFO[provider].needsKey &&
    options.baseUrl === undefined
  ) {
    throw noCredential(provider);
  }
  throw new ProviderError("unknown_provider", `${provider} is not connected yet`, { provider });
}
