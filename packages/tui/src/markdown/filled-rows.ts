import { mayBeTitle, type Block } from "./blocks.js";

/**
 * Signs that stand in a drawn text as they are, but may yet turn out to open emphasis, code or a link when more text
 * comes: then they go, and what follows them looks different.
 */
const PENDING = [
  /`/,
  /\*(?=\S|$)/,
  /(?<!\w)_(?=\S|$)/,
  /~(?=\S|$)/,
  /!?\[[^\]]*\]?$/,
  /!?\[[^\]]*\]\([^)]*$/,
  /<[^>]*$/,
  /&[a-z#0-9]*$/i,
  /\\$/,
];

/** How many rows of a text that goes on are as they will stay. The last never is: a longer word may leave it. */
export function surelyFilled(rows: readonly string[]): number {
  const text = rows.join("\n");
  const places = PENDING.map((pattern) => text.search(pattern)).filter((at) => at !== -1);
  const first = Math.min(text.length, ...places);
  let end = 0;
  return rows.slice(0, -1).filter((row, at) => {
    end += row.length + 1;
    // A row ends where it does because of the word that follows.
    const next = /^\s*\S*/.exec(rows[at + 1] ?? "")?.[0].length ?? 0;
    return end + next <= first;
  }).length;
}

/** Whether the next character may change what the last ones mean: a tick that closes code may become two, which don't. */
export function isUnsteady(partial: string): boolean {
  return /[`*_~\\]$/.test(partial);
}

/** Whether it is sure what a line is that still comes in: `3` may be text or begin an item, ``` a fence or text. */
export function isDecided(partial: string): boolean {
  return /[\p{L}\p{N}]/u.test(partial) && !/^\s*(?:\d{1,9}[.)]?$|`{3}|~{3})/.test(partial);
}

/** The characters of its source, about. */
export function lengthOf(block: Block): number {
  return "lines" in block ? block.lines.reduce((sum, line) => sum + line.length + 1, 0) : 0;
}

/** What the line below a table's first one may begin with. */
const DELIMITERS_SO_FAR = /^[\s|:-]*$/;

/** Whether rows of a block stay as they are when it goes on. The first lines of a table or a heading look like a paragraph. */
export function isFlowing(block: Block): boolean {
  if (block.kind !== "paragraph") return block.kind === "item";
  if (mayBeTitle(block)) return false;
  const [first = "", second = "", ...rest] = block.lines;
  return !first.includes("|") || rest.length > 0 || !DELIMITERS_SO_FAR.test(second);
}
