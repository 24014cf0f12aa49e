/** How well a text fits what was typed, and where. */
export interface FuzzyMatch {
  readonly score: number;
  /** Positions of the matching characters. */
  readonly positions: readonly number[];
}

const isBoundary = (text: string, at: number) =>
  at === 0 ||
  /[\s/\\_.:@-]/.test(text[at - 1] ?? "") ||
  /[a-z][A-Z]/.test(text.slice(at - 1, at + 1));

/**
 * Whether the characters of the query occur in the text in order, and how well: starts of words and runs count more,
 * gaps less. Words of the query may come in any order.
 *
 * @example
 * fuzzyMatch("sed", "src/editor/editor.ts") !== undefined; // true
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | undefined {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  let score = 0;
  const positions = new Set<number>();
  for (const word of words) {
    const match = matchWord(word, text);
    if (match === undefined) return undefined;
    score += match.score;
    for (const position of match.positions) positions.add(position);
  }
  return { score: score - text.length / 100, positions: [...positions].sort((a, b) => a - b) };
}

function matchWord(word: string, text: string): FuzzyMatch | undefined {
  const lower = text.toLowerCase();
  const whole = wholeWord(word, text, lower);
  if (whole) return whole;
  const positions: number[] = [];
  let score = 0;
  let from = 0;
  for (const [index, char] of Array.from(word).entries()) {
    const at = bestPosition(char, word.slice(index + 1), text, lower, from);
    if (at === -1) return undefined;
    if (at === from && from > 0) score += 3;
    else if (isBoundary(text, at)) score += 2;
    else score -= Math.min(3, (at - from) / 4);
    positions.push(at);
    from = at + char.length;
  }
  return { score, positions };
}

function wholeWord(word: string, text: string, lower: string): FuzzyMatch | undefined {
  let at = lower.indexOf(word);
  if (at === -1) return undefined;
  for (let next = at; next !== -1; next = lower.indexOf(word, next + 1)) {
    if (isBoundary(text, next)) {
      at = next;
      break;
    }
  }
  const positions = Array.from({ length: word.length }, (_, offset) => at + offset);
  return {
    score: word.length * 4 + (isBoundary(text, at) ? 8 : 0) + (at === 0 ? 4 : 0),
    positions,
  };
}

/** The next place of a character: right here, else at the start of a word, else anywhere. */
function bestPosition(
  char: string,
  rest: string,
  text: string,
  lower: string,
  from: number,
): number {
  const first = lower.indexOf(char, from);
  if (first === -1 || first === from) return first;
  for (let at = first; at !== -1; at = lower.indexOf(char, at + 1)) {
    if (isBoundary(text, at) && hasRest(lower, at + 1, rest)) return at;
  }
  return first;
}

/** Whether the characters still occur in order from there on. */
function hasRest(lower: string, from: number, rest: string): boolean {
  let at = from;
  for (const char of rest) {
    at = lower.indexOf(char, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/**
 * The items that fit the query, best first; all of them in their order if it is blank.
 *
 * @example
 * import { fuzzyFilter } from "@zot/tui";
 * fuzzyFilter(["sonnet", "opus"], "op", (name) => name); // ["opus"]
 */
export function fuzzyFilter<Item>(
  items: readonly Item[],
  query: string,
  textOf: (item: Item) => string,
): Item[] {
  if (query.trim() === "") return [...items];
  return items
    .map((item) => ({ item, match: fuzzyMatch(query, textOf(item)) }))
    .filter((each) => each.match !== undefined)
    .sort((a, b) => (b.match?.score ?? 0) - (a.match?.score ?? 0))
    .map((each) => each.item);
}
