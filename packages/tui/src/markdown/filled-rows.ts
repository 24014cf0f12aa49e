import type { Block } from "./blocks.js";

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

/** The characters of its source, about. */
export function lengthOf(block: Block): number {
  return "lines" in block ? block.lines.reduce((sum, line) => sum + line.length + 1, 0) : 0;
}

/** Whether rows of a block stay as they are when it goes on. The first line of a table looks like a paragraph. */
export function isFlowing(block: Block): boolean {
  if (block.kind === "item") return true;
  return (
    block.kind === "paragraph" &&
    (block.lines.length > 1 || block.lines[0]?.includes("|") === false)
  );
}
