/** Shorter ones would blank out ordinary words. */
const SHORTEST = 8;
const HIDDEN = "[redacted]";
const LF = "\n";

/** Replaces every loaded secret in a text that is about to leave the process. */
export function redact(text: string, secrets: readonly string[]): string {
  return hide(text, spell(secrets));
}

/** Bytes on their way to a file, with secrets replaced, also those that come in two pieces. */
export class RedactedBytes {
  readonly #secrets: () => readonly string[];
  #held = "";

  constructor(secrets: () => readonly string[]) {
    this.#secrets = secrets;
  }

  /** What may be written now. */
  push(bytes: Uint8Array): Buffer {
    const text = this.#held + Buffer.from(bytes).toString("latin1");
    const secrets = this.#spell();
    const cut = findCut(text, secrets);
    this.#held = text.slice(cut);
    return Buffer.from(hide(text.slice(0, cut), secrets), "latin1");
  }

  /** What was held back. */
  end(): Buffer {
    const rest = this.#held;
    this.#held = "";
    return Buffer.from(hide(rest, this.#spell()), "latin1");
  }

  /** In Latin-1 each byte is a character, whatever the bytes encode. */
  #spell(): string[] {
    return spell(this.#secrets()).map((secret) => Buffer.from(secret).toString("latin1"));
  }
}

/** A secret may be split over two pieces, but not over two lines; and it is no longer than the longest. */
function findCut(text: string, secrets: readonly string[]): number {
  const longest = Math.max(1, ...secrets.map((secret) => secret.length));
  let cut = Math.max(text.lastIndexOf(LF) + 1, text.length - longest + 1);
  for (let before = Infinity; cut < before && cut > 0;) {
    before = cut;
    for (const secret of secrets) {
      const at = text.lastIndexOf(secret, cut - 1);
      if (at !== -1 && at < cut && at + secret.length > cut) cut = at;
    }
  }
  return cut;
}

function hide(text: string, spellings: readonly string[]): string {
  let clean = text;
  for (const secret of spellings) {
    if (clean.includes(secret)) clean = clean.replaceAll(secret, HIDDEN);
  }
  return clean;
}

/** Longest first, since one may be the beginning of another; with a quote in it, one looks different inside JSON. */
function spell(secrets: readonly string[]): string[] {
  const inJson = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  return [...new Set([...secrets, ...inJson])]
    .filter((secret) => secret.length >= SHORTEST)
    .sort((a, b) => b.length - a.length);
}
