// Controls, format characters (zero-width, bidirectional, tags), lone surrogates, private and unassigned ones, what
// fonts draw as nothing (fillers, variation selectors, the empty braille cell) and every space but the plain one.
const NOT_PLAIN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;
const NOT_PLAIN_IN_LINES = new RegExp(`(?![\\n\\t])(?:${NOT_PLAIN.source})`, "gu");

function writeOut(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === "\n") return "⏎";
  if (character === "\t") return "\\t";
  if (character === "\r") return "\\r";
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, "0")}`;
  return `\\u{${code.toString(16)}}`;
}

/**
 * Shows all of a foreign text, for somebody who has to decide about it: every character that is not plainly printable is
 * written out instead of dropped. Line feeds and tabs stay.
 *
 * @example
 * import { visible } from "@zot/tui/sanitize";
 * visible("git status\x1b[8m; rm -rf ~"); // "git status\\x1b[8m; rm -rf ~"
 */
export function visible(text: string): string {
  return text.replaceAll("\r\n", "\\r\n").replace(NOT_PLAIN_IN_LINES, writeOut);
}

/**
 * The same on one line: a line feed is shown as `⏎`, a tab as `\t`.
 *
 * @example
 * import { visibleLine } from "@zot/tui/sanitize";
 * visibleLine("echo a\nrm b"); // "echo a⏎rm b"
 */
export function visibleLine(text: string): string {
  return text.replace(NOT_PLAIN, writeOut);
}

/**
 * JSON that a program reads as before and a terminal can show: what is not plainly printable is escaped in it.
 *
 * @example
 * import { visibleJson } from "@zot/tui/sanitize";
 * visibleJson(JSON.stringify("a\x9d0;b\x9c")); // '"a\\u009d0;b\\u009c"'
 */
export function visibleJson(json: string): string {
  return json.replace(NOT_PLAIN_IN_LINES, (character) =>
    character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}
