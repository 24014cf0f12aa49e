import { ProviderError } from "../errors.js";
import { providerInfo } from "../provider-info.js";
import { rememberSecret } from "../redact.js";
import { ownVariable, readCredential, rememberEnvironment } from "./environment.js";
import { zotHome } from "./home.js";

/** What proves to a provider who is asking. */
export interface Credential {
  kind: "api_key" | "oauth";
  secret: string;
  source: "option" | "env" | "file";
  /** The variable that it came from. */
  variable?: string;
  /** Some vendors want the account named beside an OAuth token. */
  accountId?: string;
}

/** Where a credential lies. */
export interface CredentialPlace extends Pick<Credential, "kind" | "source"> {
  /** Why it can't be used, if that is so. */
  obstacle?: string;
}

export interface FindCredentialOptions {
  provider: string;
  /** A key that counts before all others. */
  apiKey?: string | undefined;
  env?: NodeJS.ProcessEnv | undefined;
  /** The folder with `auth.json`; `$ZOT_HOME` by default. */
  home?: string | undefined;
}

/**
 * Looks for a credential: what was passed, then the vendor's usual variable, then `auth.json`. An
 * OAuth token that has run out is refreshed first.
 *
 * @example
 * const credential = await findCredential({ provider: "anthropic" });
 * if (credential === undefined) console.log("log in first");
 */
export async function findCredential(
  options: FindCredentialOptions,
): Promise<Credential | undefined> {
  const given = findGiven(options);
  if (given !== undefined) return given;
  const { readStoredCredential } = await import("./store/read-stored.js");
  return readStoredCredential(options.provider, options.home ?? zotHome(options.env));
}

/**
 * Tells where a credential lies. No server is asked and no program run: a token that has run out counts, too.
 *
 * @example
 * const place = await locateCredential({ provider: "anthropic" });
 * place?.source; // "env"
 */
export async function locateCredential(
  options: FindCredentialOptions,
): Promise<CredentialPlace | undefined> {
  const given = findGiven(options);
  if (given !== undefined) return { kind: given.kind, source: given.source };
  const { locateStored } = await import("./store/read-stored.js");
  return locateStored(options.provider, options.home ?? zotHome(options.env));
}

/** What the caller or the environment gives. */
function findGiven(options: FindCredentialOptions): Credential | undefined {
  const { provider, apiKey, env = process.env } = options;
  // Keys of other providers must not leak through this one's errors either.
  rememberEnvironment(env);
  if (apiKey) {
    rememberSecret(apiKey);
    return { kind: "api_key", secret: apiKey, source: "option" };
  }
  for (const variable of providerInfo(provider)?.oauthEnv ?? []) {
    const secret = readCredential(env, variable);
    if (secret) return { kind: "oauth", secret, source: "env", variable };
  }
  for (const variable of envVariables(provider)) {
    const secret = readCredential(env, variable);
    if (secret) {
      rememberSecret(secret);
      return { kind: "api_key", secret, source: "env", variable };
    }
  }
  return undefined;
}

/**
 * The error for a provider that can't be asked without a key.
 *
 * @example
 * noCredential("anthropic").message; // "no credential for anthropic: set ANTHROPIC_API_KEY, …"
 */
export function noCredential(provider: string): ProviderError {
  const [variable] = envVariables(provider);
  const way = variable === undefined ? "" : `set ${variable}, `;
  const message = `no credential for ${provider}: ${way}pass a key, or log in`;
  return new ProviderError("no_credential", message, { provider });
}

function envVariables(provider: string): readonly string[] {
  if (provider === "offline") return [];
  return providerInfo(provider)?.env ?? [ownVariable(provider)];
}
