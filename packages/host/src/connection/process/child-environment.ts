/** What the vendors of models call the variables that hold a credential, and the token of zot's own RPC. */
const CREDENTIALS = new Set([
  ...["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_OAUTH_TOKEN"],
  ...["CLAUDE_CODE_OAUTH_TOKEN", "OPENAI_API_KEY", "CODEX_API_KEY", "AZURE_OPENAI_API_KEY"],
  ...["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "KIMI_API_KEY"],
  ...["MOONSHOT_API_KEY", "OLLAMA_API_KEY", "CEREBRAS_API_KEY", "COHERE_API_KEY", "CO_API_KEY"],
  ...["DEEPSEEK_API_KEY", "FIREWORKS_API_KEY", "GROQ_API_KEY", "MISTRAL_API_KEY"],
  ...["OPENROUTER_API_KEY", "PERPLEXITY_API_KEY", "TOGETHER_API_KEY", "XAI_API_KEY", "ZAI_API_KEY"],
  "ZOTCORE_RPC_TOKEN",
]);

/** Shorter values are in other variables by chance. */
const SHORTEST_SECRET = 8;

/** Children reach the network through these, also where a password is in them. */
const PROXIES = /^(?:https?|all|no|ftp)_proxy$/i;

/**
 * The environment of a child: ours without the credentials of model vendors, by name, and without
 * anything that a loaded secret is in, whatever its name. Keys of other services stay: extensions in the
 * field read theirs from there.
 */
export function childEnvironment(
  env: NodeJS.ProcessEnv,
  secrets: readonly string[],
): NodeJS.ProcessEnv {
  const known = secrets.filter((secret) => secret.length >= SHORTEST_SECRET);
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => {
      if (value === undefined || CREDENTIALS.has(name.toUpperCase())) return false;
      return PROXIES.test(name) || !known.some((secret) => value.includes(secret));
    }),
  );
}
