/** Shorter strings turn up in ordinary text by chance; hiding them would garble it. */
const SHORTEST_SECRET = 8;
const HIDDEN = "[redacted]";

/** Every spelling of a loaded secret, longest first. */
let spellings: string[] = [];

/**
 * Registers a secret, so that {@link redact} hides it from now on. Credentials that this package
 * loads are registered by themselves.
 *
 * @example
 * rememberSecret(process.env.MY_TOKEN);
 */
export function rememberSecret(secret: string | undefined): void {
  if (secret === undefined || secret.length < SHORTEST_SECRET) return;
  if (spellings.includes(secret)) return;
  const found = new Set([
    ...spellings,
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
  ]);
  spellings = [...found].sort((a, b) => b.length - a.length);
}

/**
 * Hides every registered secret in a text that leaves the process: a log line, an error, a trace.
 *
 * @example
 * log.write(redact(line));
 */
export function redact(text: string): string {
  let safe = text;
  for (const spelling of spellings) {
    if (safe.includes(spelling)) safe = safe.replaceAll(spelling, HIDDEN);
  }
  return safe;
}
