import type { WireApi } from "./model.js";

/** The providers that are built in. */
export const PROVIDERS = ["anthropic", "openai", "google", "kimi", "ollama", "offline"] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/**
 * Tells whether a name is one of {@link PROVIDERS}.
 *
 * @example
 * isProvider("anthropic"); // true
 */
export function isProvider(name: string): name is ProviderName {
  return (PROVIDERS as readonly string[]).includes(name);
}

/** What is particular about reaching a provider. */
export interface ProviderInfo {
  /** As people write it. */
  title: string;
  /** The variables that may hold its API key; the first one that is set counts. */
  env: readonly string[];
  /** The variables that may hold an OAuth token; one that is set goes before a key. */
  oauthEnv?: readonly string[];
  baseUrl: string;
  api: WireApi;
  /** False for servers that ask for no key. */
  needsKey: boolean;
  /** Where a person gets a key. */
  keyPage?: string;
}

/**
 * How to reach each vendor. `offline` is not in it: there is nothing to reach.
 *
 * @example
 * PROVIDER_INFO.google.env; // ["GEMINI_API_KEY", "GOOGLE_API_KEY"]
 */
export const PROVIDER_INFO: Record<Exclude<ProviderName, "offline">, ProviderInfo> = {
  anthropic: {
    title: "Anthropic",
    env: ["ANTHROPIC_API_KEY"],
    oauthEnv: ["ANTHROPIC_OAUTH_TOKEN"],
    baseUrl: "https://api.anthropic.com/v1",
    api: "anthropic",
    needsKey: true,
    keyPage: "https://platform.claude.com/settings/keys",
  },
  openai: {
    title: "OpenAI",
    env: ["OPENAI_API_KEY"],
    baseUrl: "https://api.openai.com/v1",
    api: "openai-responses",
    needsKey: true,
    keyPage: "https://platform.openai.com/api-keys",
  },
  google: {
    title: "Google Gemini",
    env: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    api: "google",
    needsKey: true,
    keyPage: "https://aistudio.google.com/apikey",
  },
  kimi: {
    title: "Kimi",
    env: ["KIMI_API_KEY", "MOONSHOT_API_KEY"],
    baseUrl: "https://api.moonshot.ai/v1",
    api: "openai-chat",
    needsKey: true,
    keyPage: "https://platform.moonshot.ai/console/api-keys",
  },
  ollama: {
    title: "Ollama",
    env: ["OLLAMA_API_KEY"],
    baseUrl: "http://127.0.0.1:11434/v1",
    api: "openai-chat",
    needsKey: false,
  },
};

/** The same by a name that may be anything. */
export function providerInfo(name: string): ProviderInfo | undefined {
  return isProvider(name) && name !== "offline" ? PROVIDER_INFO[name] : undefined;
}
