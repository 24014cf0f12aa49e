const VENDORS = [
  "ANTHROPIC",
  "AZURE_OPENAI",
  "CEREBRAS",
  "CLAUDE_CODE",
  "CODEX",
  "COHERE",
  "DEEPSEEK",
  "FIREWORKS",
  "GEMINI",
  "GOOGLE",
  "GOOGLE_GENERATIVE_AI",
  "GROQ",
  "KIMI",
  "MISTRAL",
  "MOONSHOT",
  "OLLAMA",
  "OPENAI",
  "OPENROUTER",
  "PERPLEXITY",
  "TOGETHER",
  "XAI",
  "ZAI",
  "ZOT",
  "ZOTCORE_RPC",
];

const KINDS = ["API_KEY", "KEY", "TOKEN", "AUTH_TOKEN", "OAUTH_TOKEN", "ACCESS_TOKEN"];

const CREDENTIALS = new Set(VENDORS.flatMap((vendor) => KINDS.map((kind) => `${vendor}_${kind}`)));

/**
 * The environment of a child: ours without the credentials of model vendors, by name, and without
 * anything whose value is a secret that was loaded. Keys of other services stay: extensions in the
 * field read theirs from there.
 */
export function childEnvironment(
  env: NodeJS.ProcessEnv,
  secrets: readonly string[],
): NodeJS.ProcessEnv {
  const known = new Set(secrets.filter((secret) => secret !== ""));
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) =>
        !CREDENTIALS.has(name.toUpperCase()) && !(value !== undefined && known.has(value)),
    ),
  );
}
