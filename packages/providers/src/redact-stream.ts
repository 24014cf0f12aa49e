import { hide, knownSecretBytes, knownSecrets } from "./redact.js";

/** Text that comes in pieces, with known secrets hidden, also those that are split over two pieces. */
export interface RedactedStream<Piece> {
  /** What may be passed on now. An end that may be the beginning of a secret is held back until more is known. */
  push(piece: Piece): Piece;
  /** What was held back. */
  end(): Piece;
}

/**
 * Hides known secrets in a text that comes in pieces.
 *
 * @example
 * const stream = redactText();
 * show(stream.push("the key is sk-ab"));
 * show(stream.push("cdefgh") + stream.end());
 */
export function redactText(): RedactedStream<string> {
  return new Hider(knownSecrets);
}

/**
 * Hides known secrets in bytes that come in pieces, and leaves all others as they are, whatever they encode.
 *
 * @example
 * const stream = redactBytes();
 * child.stdout.on("data", (chunk) => file.write(stream.push(chunk)));
 */
export function redactBytes(): RedactedStream<Buffer> {
  const hider = new Hider(knownSecretBytes);
  return {
    push: (piece) => Buffer.from(hider.push(piece.toString("latin1")), "latin1"),
    end: () => Buffer.from(hider.end(), "latin1"),
  };
}

class Hider implements RedactedStream<string> {
  readonly #known: () => readonly string[];
  #held = "";

  constructor(known: () => readonly string[]) {
    this.#known = known;
  }

  push(piece: string): string {
    const text = this.#held + piece;
    const known = this.#known();
    const safe = findSafeEnd(text, known);
    this.#held = text.slice(safe);
    return hide(text.slice(0, safe), known);
  }

  end(): string {
    const rest = this.#held;
    this.#held = "";
    return hide(rest, this.#known());
  }
}

/** Where the part begins that may be the beginning of a secret; never in the middle of a whole one. */
function findSafeEnd(text: string, known: readonly string[]): number {
  let end = findOpenEnd(text, known);
  for (let before = text.length + 1; end < before && end > 0;) {
    before = end;
    for (const secret of known) {
      const at = text.lastIndexOf(secret, end - 1);
      if (at !== -1 && at < end && at + secret.length > end) end = at;
    }
  }
  return end;
}

function findOpenEnd(text: string, known: readonly string[]): number {
  const longest = known[0]?.length ?? 0;
  const firsts = new Set(known.map((secret) => secret[0]));
  for (let at = Math.max(0, text.length - longest + 1); at < text.length; at += 1) {
    if (!firsts.has(text[at])) continue;
    const end = text.slice(at);
    if (known.some((secret) => secret.length > end.length && secret.startsWith(end))) return at;
  }
  return text.length;
}
