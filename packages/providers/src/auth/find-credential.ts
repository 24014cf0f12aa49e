import { ProviderError } from "../errors.js";
import { PROVIDER_INFO, providerInfo } from "../provider-info.js";
import { rememberSecret } from "../redact.js";
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

export interface FindCredentialOptions {
  provider: string;
  /** What `--api-key` gave. */
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
  const { readStoredCredential } = await import("./read-stored.js");
  return readStoredCredential(options.provider, options.home ?? zotHome(options.env));
}

/**
 * Tells where a credential lies, without asking any server: a token that has run out counts too.
 *
 * @example
 * const place = await locateCredential({ provider: "anthropic" });
 * place?.source; // "env"
 */
export async function locateCredential(
  options: FindCredentialOptions,
): Promise<Pick<Credential, "kind" | "source"> | undefined> {
  const given = findGiven(options);
  if (given !== undefined) return { kind: given.kind, source: given.source };
  const { locateStored } = await import("./read-stored.js");
  return locateStored(options.provider, options.home ?? zotHome(options.env));
}

/** What the caller or the environment gives. */
function findGiven(options: FindCredentialOptions): Credential | undefined {
  const { provider, apiKey, env = process.env } = options;
  rememberEnvironment(env);
  if (apiKey) {
    rememberSecret(apiKey);
    return { kind: "api_key", secret: apiKey, source: "option" };
  }
  for (const variable of envVariables(provider)) {
    const secret = env[variable]?.trim();
    if (secret) return { kind: "api_key", secret, source: "env", variable };
  }
  return undefined;
}

/** The error for a provider that can't be asked without a key. */
export function noCredential(provider: string): ProviderError {
  const [variable] = envVariables(provider);
  const ways = [
    "pass --api-key",
    ...(variable === undefined ? [] : [`set ${variable}`]),
    "use /login",
  ];
  const message = `no credential for ${provider}: ${ways.join(", or ")}`;
  return new ProviderError("no_credential", message, { provider });
}

function envVariables(provider: string): readonly string[] {
  return providerInfo(provider)?.env ?? [];
}

/** Keys of other providers must not leak through this one's errors either. */
function rememberEnvironment(env: NodeJS.ProcessEnv): void {
  for (const { env: variables } of Object.values(PROVIDER_INFO)) {
    for (const variable of variables) rememberSecret(env[variable]?.trim());
  }
}
