// Texts that make a careless reader of markdown do far more work than their length asks for, or call itself until the
// stack is full. Each is given its length in characters, about.

const times = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length));
const lines = (length: number, line: (at: number) => string) => {
  let text = "";
  for (let at = 0; text.length < length; at += 1) text += `${line(at)}\n`;
  return text;
};

export const HARD: Readonly<Record<string, (length: number) => string>> = {
  "quotes in quotes": (length) => times("> ", length),
  "quotes without spaces": (length) => times(">", length),
  "quotes in quotes, on many lines": (length) => times(`${times("> ", 400)}x\n`, length),
  "emphasis that never ends": (length) => times("*a ", length),
  "strong emphasis that never ends": (length) => times("**a ", length),
  "underscores that never end": (length) => times("_a ", length),
  "struck text that never ends": (length) => times("~~a ", length),
  "emphasis of two kinds, inside each other": (length) => times("*a **b ", length),
  "emphasis that closes as deep as it opened": (length) =>
    times("*a ", length / 2) + times(" a*", length / 2),
  "emphasis and its ends in the wrong order": (length) => times("*a_ ", length),
  stars: (length) => times("*", length),
  "opening brackets": (length) => times("[", length),
  "brackets inside each other": (length) => times("[", length / 2) + times("]", length / 2),
  "picture brackets": (length) => times("![", length),
  "one picture, then brackets": (length) => `!${times("[", length)}`,
  "labels without an address": (length) => times("[a] ", length),
  "links that never end": (length) => times("[a](", length),
  "links with a title that never ends": (length) => times("[a](b (", length),
  "links with an address that never ends": (length) => times("[a](b", length),
  "links inside links": (length) => times("[a](b", length / 2) + times(")", length / 2),
  "runs of backticks, each longer than the last": (length) => {
    let text = "";
    for (let count = 1; text.length < length; count += 1) text += `e${"`".repeat(count)}`;
    return text;
  },
  backticks: (length) => times("`", length),
  "code that begins with a space": (length) => `\` ${times("a", length)}\``,
  "angle brackets": (length) => times("<", length),
  "addresses that never end": (length) => times("<http:a ", length),
  "addresses of dots": (length) => `http://${times(".", length)}`,
  ampersands: (length) => times("&", length),
  backslashes: (length) => times("\\", length),
  "a fence with spaces and a backtick": (length) => `\`\`\`${times(" ", length)}\``,
  "a heading with spaces": (length) => `# a${times(" ", length)}b`,
  "a heading of signs": (length) => `# ${times("#", length)}b`,
  "a delimiter row of spaces": (length) => `a|b\n${times(" ", length)}-x`,
  "a delimiter row with a tail of spaces": (length) => `a|b\n-|-${times(" ", length)}x`,
  "a rule that is none": (length) => `${times("- ", length)}x`,
  "a table of many columns": (length) => `${times("a|", length / 2)}\n${times("-|", length / 2)}\n`,
  "a table of many columns and rows": (length) =>
    `${times("a|", length / 3)}\n${times("-|", length / 3)}\n${times("|\n", length / 3)}`,
  "a table of many rows": (length) => `a|b\n-|-\n${times("1|2\n", length)}`,
  items: (length) => times("- a\n", length),
  "items, each deeper than the last": (length) => lines(length, (at) => `${" ".repeat(at * 2)}- a`),
  "items on one line": (length) => times("- ", length),
  "a paragraph of many lines": (length) => times("word\n", length),
  "one long line": (length) => times("word ", length),
  "one long word": (length) => times("x", length),
  "one long line of code": (length) => `\`\`\`json\n${times('"a": [1, ', length)}`,
  "keys on one line": (length) => `\`\`\`yaml\n${times("a: ", length)}`,
  "empty lines of code": (length) => `\`\`\`\n${times("\n", length)}`,
  "empty lines": (length) => times("\n", length),
  "combining marks": (length) => `a${times("\u0301", length)}`,
  "text from right to left": (length) => times("\u202bשלום עולם\u202c ", length),
  "joined emoji": (length) => times("👩‍👩‍👧", length),
  "control strings that never end": (length) => times("\x9d", length),
  "half a pair": (length) => times("\ud83d", length),
};
