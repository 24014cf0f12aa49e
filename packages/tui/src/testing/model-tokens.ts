import { Random } from "./random.js";

/** Words with the space before them, numbers, line feeds, single signs and wide characters. */
const PIECES = / ?[A-Za-z_]+| ?\d{1,3}|\n+| +|\p{P}{1,3}|[^]/gu;

/**
 * Cuts a text as the tokens of a model do: pieces of words, signs, line feeds; now and then some at once.
 *
 * @example
 * import { modelTokens } from "@zot/tui/testing";
 * modelTokens("Streaming, of course.\n", 7).join(""); // the text again
 */
export function modelTokens(text: string, seed: number): string[] {
  const random = new Random(seed);
  const tokens: string[] = [];
  let isGlued = false;
  for (const [piece] of text.matchAll(PIECES)) {
    for (const part of cut(piece, random)) {
      if (isGlued) tokens.push((tokens.pop() ?? "") + part);
      else tokens.push(part);
      isGlued = random.chance(0.15);
    }
  }
  return tokens;
}

function cut(piece: string, random: Random): string[] {
  if (piece.length < 6 || piece.trim() === "" || random.chance(0.5)) return [piece];
  const at = random.between(2, piece.length - 2);
  return [piece.slice(0, at), piece.slice(at)];
}
