import { mayBeTitle, type Block } from "./blocks.js";

/**
 * Signs that stand in a drawn text as they are, but may yet turn out to open emphasis, code or a link when more text
 * comes: then they go, and what follows them looks different.
 */
const PENDING = [/`/, /\*(?=\S|$)/, /(?<!\w)_(?=\S|$)/, /~(?=\S|$)/, /&[a-z#0-9]*$/i, /\\$/];

/** Where the first of those signs stands; the text's length if there is none. */
function firstPending(text: string): number {
  const places = [
    ...PENDING.map((pattern) => text.search(pattern)),
    openLabel(text),
    openTarget(text),
    text.indexOf("<", text.lastIndexOf(">") + 1),
  ];
  return Math.min(text.length, ...places.filter((at) => at !== -1));
}

/** A bracket that nothing has closed, or only the last character. */
function openLabel(text: string): number {
  return bracketAt(text, text.indexOf("[", text.lastIndexOf("]", text.length - 2) + 1));
}

/** The bracket of a link whose address has begun and not ended. */
function openTarget(text: string): number {
  const ended = text.lastIndexOf(")");
  let from = text.lastIndexOf("]", ended) + 1;
  for (let close = text.indexOf("]", ended + 1); close !== -1; close = text.indexOf("]", from)) {
    const open = text.indexOf("[", from);
    if (text[close + 1] === "(" && open !== -1 && open < close) return bracketAt(text, open);
    from = close + 1;
  }
  return -1;
}

/** With the sign that makes a link a picture. */
function bracketAt(text: string, at: number): number {
  return at > 0 && text[at - 1] === "!" ? at - 1 : at;
}

/** How many rows of a text that goes on are as they will stay. The last never is: a longer word may leave it. */
export function surelyFilled(rows: readonly string[]): number {
  const first = firstPending(rows.join("\n"));
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

/** What the line below a table's first one may begin with. */
const DELIMITERS_SO_FAR = /^[\s|:-]*$/;

/** Whether rows of a block stay as they are when it goes on. The first lines of a table or a heading look like a paragraph. */
export function isFlowing(block: Block): boolean {
  if (block.kind !== "paragraph") return block.kind === "item";
  if (mayBeTitle(block)) return false;
  const [first = "", second = "", ...rest] = block.lines;
  return !first.includes("|") || rest.length > 0 || !DELIMITERS_SO_FAR.test(second);
}
