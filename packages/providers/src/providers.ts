import { findCredential, noCredential } from "./auth/find-credential.js";
import { loadCatalog, type Catalog } from "./catalog/catalog.js";
import type { ModelClient } from "./client.js";
import { findEndpoint } from "./endpoint.js";
import { ProviderError } from "./errors.js";
import type { WireApi } from "./model.js";
import { isProvider, providerInfo } from "./provider-info.js";
import type { RetryPolicy } from "./stream/retry-policy.js";
import { loadWire } from "./wire/load-wire.js";

export interface OpenClientOptions {
  provider: string;
  /** A key that counts before all others; the vendor's variable and `auth.json` count without it. */
  apiKey?: string | undefined;
  /** Where requests go, in place of the vendor's own address. */
  baseUrl?: string | undefined;
  /** Which wire to speak, where the provider's own is not the one. */
  api?: WireApi | undefined;
  /** The folder with `auth.json` and `models.json`; `$ZOT_HOME` by default. */
  home?: string | undefined;
  /** What `loadCatalog` returned for the same folder, where it was called already. */
  catalog?: Catalog | undefined;
  env?: NodeJS.ProcessEnv | undefined;
  /** How long a connection may take to stand: 15 s. */
  connectMs?: number | undefined;
  /** How long the server may be silent, before and within its answer: 5 min. */
  silenceMs?: number | undefined;
  /** How failed requests are sent again. */
  retries?: Partial<RetryPolicy> | undefined;
}

const CONNECT_MS = 15_000;
const SILENCE_MS = 300_000;

/**
 * Throws the error of {@link openClient} for a provider that can't be asked without a credential: for a caller that
 * found none and has much to do before it opens the client.
 *
 * @example
 * if ((await findCredential({ provider })) === undefined) assertNeedsNoKey(provider, { catalog });
 */
export function assertNeedsNoKey(
  provider: string,
  { catalog, baseUrl }: { catalog: Catalog; baseUrl?: string | undefined },
): void {
  const elsewhere = baseUrl ?? catalog.userProvider(provider)?.base_url;
  if (elsewhere === undefined && providerInfo(provider)?.needsKey === true) {
    throw noCredential(provider);
  }
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
  if (provider === "offline") {
    const { OfflineClient } = await import("./offline/client.js");
    return new OfflineClient({ env: options.env ?? process.env, cwd: process.cwd() });
  }
  const catalog = options.catalog ?? (await loadCatalog(options));
  const user = catalog.userProvider(provider);
  if (!isProvider(provider) && user === undefined && options.baseUrl === undefined) {
    const message = `unknown provider "${provider}"; known ones: ${catalog.providers.join(", ")}`;
    throw new ProviderError("unknown_provider", message, { provider });
  }
  const credential = () => findCredential(options);
  const first = await credential();
  if (first === undefined) assertNeedsNoKey(provider, { catalog, baseUrl: options.baseUrl });
  const env = options.env ?? process.env;
  const query = { ...options, env };
  // A wrong address is an error of the call, not of the first request.
  const { api } = findEndpoint(query, catalog);
  const [{ WireClient, DEFAULT_RETRIES }] = await Promise.all([
    import("./wire/wire-client.js"),
    loadWire(api),
  ]);
  return new WireClient({
    provider,
    env,
    credential: first?.kind === "oauth" ? credential : () => Promise.resolve(first),
    endpoint: async (model) => {
      const known = catalog.findModel(provider, model);
      const { baseUrl, api } = findEndpoint(query, catalog, known);
      return { wire: await loadWire(api), baseUrl, known };
    },
    connectMs: options.connectMs ?? CONNECT_MS,
    silenceMs: options.silenceMs ?? SILENCE_MS,
    retries: { ...DEFAULT_RETRIES, ...options.retries },
  });
}
