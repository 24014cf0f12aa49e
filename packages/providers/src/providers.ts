import type { ModelClient } from "./client.js";
import { ProviderError } from "./errors.js";

/** Everything that `--provider` takes. */
export const PROVIDERS = ["offline"] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export function isProvider(name: string): name is ProviderName {
  return (PROVIDERS as readonly string[]).includes(name);
}

/**
 * Opens a client. Only the code of the provider asked for is loaded.
 *
 * @example
 * const client = await openClient({ provider: "offline" });
 * for await (const event of client.stream({ model: "offline", messages }, signal)) …
 */
export async function openClient(options: { provider: string }): Promise<ModelClient> {
  const { provider } = options;
  if (!isProvider(provider)) {
    throw new ProviderError(
      "unknown_provider",
      `unknown provider "${provider}"; known ones: ${PROVIDERS.join(", ")}`,
      { provider },
    );
  }
  const { OfflineClient } = await import("./offline/client.js");
  return new OfflineClient();
}
