const SHORTEST = 8;

/** Replaces every loaded secret in a text that is about to leave the process. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    // A very short "secret" would blank out ordinary words.
    if (secret.length >= SHORTEST) clean = clean.replaceAll(secret, "[redacted]");
  }
  return clean;
}
