const SPACES = /\s*/y;
const PLAIN = /[^\s()<>]*/y;
const INSIDE = /[^\s()]*/y;

/**
 * Reads `(address "title")` at a place of a text: the address and where it ends. Parentheses in an address come in pairs,
 * one deep. `titleEnd` finds the next sign that may end a title.
 */
export function linkTarget(
  text: string,
  at: number,
  titleEnd: (from: number) => number | undefined,
): { url: string; end: number } | undefined {
  if (text[at] !== "(") return undefined;
  const start = skip(SPACES, text, at + 1);
  const from = text[start] === "<" ? start + 1 : start;
  const to = addressEnd(text, from);
  const after = text[to] === ">" ? to + 1 : to;
  const end = closing(text, after, titleEnd);
  return end === undefined ? undefined : { url: text.slice(from, to), end };
}

function addressEnd(text: string, from: number): number {
  let at = skip(PLAIN, text, from);
  while (text[at] === "(") {
    const close = skip(INSIDE, text, at + 1);
    if (text[close] !== ")") break;
    at = skip(PLAIN, text, close + 1);
  }
  return at;
}

/** Behind the parenthesis that ends it all, with or without a title before it. */
function closing(
  text: string,
  from: number,
  titleEnd: (from: number) => number | undefined,
): number | undefined {
  const at = skip(SPACES, text, from);
  if (text[at] === ")") return at + 1;
  if (at === from || !/["'(]/.test(text[at] ?? "")) return undefined;
  const end = titleEnd(at + 1);
  if (end === undefined) return undefined;
  const close = skip(SPACES, text, end + 1);
  return text[close] === ")" ? close + 1 : undefined;
}

/** Where what the pattern matches at a place ends. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}
