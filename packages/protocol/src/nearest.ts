import { editDistance } from "./edit-distance.js";

/** The known word that a mistyped one meant: at most two letters wrong, missing, too many or swapped. */
export function findNearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    // Two words of very different length can't be near, and a peer's may have megabytes.
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}
