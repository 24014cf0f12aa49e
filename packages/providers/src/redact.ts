/** Shorter strings turn up in ordinary text by chance; hiding them would garble it. */
const SHORTEST_SECRET = 8;
const HIDDEN = "[redacted]";

/** Every spelling of a known secret, longest first. */
let spellings: readonly string[] = [];
/** The same as their bytes are seen in a stream that is read as Latin-1. */
let byteSpellings: readonly string[] | undefined;
/** Places where secrets may have been added since. */
const sources = new Set<() => void>();

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
    // Without the padding, which is not always written.
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
    Buffer.from(secret).toString("base64url"),
  ]);
  spellings = [...found].sort((a, b) => b.length - a.length);
  byteSpellings = undefined;
}

/** Calls `source` whenever the known secrets are asked for; it registers those that it finds. */
export function followSecrets(source: () => void): void {
  sources.add(source);
}

/**
 * Every secret that is known now, in every spelling that {@link redact} hides.
 *
 * @example
 * const host = new ExtensionHost({ ...options, secrets: knownSecrets });
 */
export function knownSecrets(): readonly string[] {
  for (const source of sources) source();
  return spellings;
}

/** The same for bytes that are read as Latin-1. */
export function knownSecretBytes(): readonly string[] {
  const known = knownSecrets();
  byteSpellings ??= known.map((spelling) => Buffer.from(spelling).toString("latin1"));
  return byteSpellings;
}

/**
 * Hides every known secret in a text: one that comes from a tool, or leaves the process.
 *
 * @example
 * log.write(redact(line));
 */
export function redact(text: string): string {
  return hide(text, knownSecrets());
}

/** Longer secrets go first: a short one may be the beginning of a longer one. */
export function hide(text: string, known: readonly string[]): string {
  let safe = text;
  for (const spelling of known) {
    if (safe.includes(spelling)) safe = safe.replaceAll(spelling, HIDDEN);
  }
  return safe;
}
