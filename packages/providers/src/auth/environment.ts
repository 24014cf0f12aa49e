import { PROVIDER_INFO } from "../provider-info.js";
import { knownSecrets, rememberSecret } from "../redact.js";
import { hideFromProc } from "./hide-from-proc.js";

/** Vendors of models that zot has no provider for: their keys are as good as those that it has. */
const OTHER_VENDORS = [
  ...["ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN", "CODEX_API_KEY", "AZURE_OPENAI_API_KEY"],
  ...["GOOGLE_GENERATIVE_AI_API_KEY", "CEREBRAS_API_KEY", "COHERE_API_KEY", "CO_API_KEY"],
  ...["DEEPSEEK_API_KEY", "FIREWORKS_API_KEY", "GROQ_API_KEY", "MISTRAL_API_KEY"],
  ...["OPENROUTER_API_KEY", "PERPLEXITY_API_KEY", "TOGETHER_API_KEY", "XAI_API_KEY", "ZAI_API_KEY"],
];

/** What proves to `zot rpc` that its client is the right one. */
const RPC_TOKEN = "ZOTCORE_RPC_TOKEN";

const NAMES: ReadonlySet<string> = new Set([
  ...Object.values(PROVIDER_INFO).flatMap(({ env, oauthEnv = [] }) => [...env, ...oauthEnv]),
  ...OTHER_VENDORS,
  RPC_TOKEN,
]);

/** Children reach the network through these, also where a password is in them. */
const PROXIES = /^(?:https?|all|no|ftp)_proxy$/i;

/** What was taken out of the process's own environment. */
const taken = new Map<string, string>();

/** The variable of a provider that `models.json` adds: `my-company` has `MY_COMPANY_API_KEY`. */
export function ownVariable(provider: string): string {
  return `${provider.toUpperCase().replaceAll("-", "_")}_API_KEY`;
}

/**
 * Takes the credentials of model vendors out of the process's environment, where every child, and
 * everyone who may look at the process, would find them. This package still has them.
 */
export function takeFromEnvironment(providers: readonly string[]): void {
  const names = new Set([...NAMES, ...providers.map(ownVariable)]);
  const found = [...names].filter((name) => process.env[name] !== undefined);
  for (const name of found) {
    const value = process.env[name] ?? "";
    rememberSecret(value.trim());
    taken.set(name, value);
    // Assigning undefined would leave the word "undefined" there.
    Reflect.deleteProperty(process.env, name);
  }
  if (found.length > 0) hideFromProc(found);
}

/** What a variable holds, or held before it was taken. */
export function readCredential(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name] ?? (env === process.env ? taken.get(name) : undefined);
  return value?.trim();
}

/** Registers the values of all variables that hold credentials. */
export function rememberEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of NAMES) rememberSecret(env[name]?.trim());
}

/**
 * An environment for others: less the credentials of model vendors, by name, and less every variable that
 * a known secret is in, whatever its name. Nothing else is missing.
 *
 * @example
 * spawn("make", { env: withoutCredentials(process.env) });
 */
export function withoutCredentials(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  rememberEnvironment(env);
  const secrets = knownSecrets();
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => {
      if (value === undefined || NAMES.has(name)) return false;
      return PROXIES.test(name) || !secrets.some((secret) => value.includes(secret));
    }),
  );
}
