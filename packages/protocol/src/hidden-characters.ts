// Controls, format characters (zero-width, bidirectional, tags), halves of characters, separators that some programs take
// for line ends, and what fonts draw as nothing.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const ALL_HIDDEN = new RegExp(HIDDEN.source, "gu");
const LINES = /[\n\t]/g;
// Persian, Hindi and emoji are spelt with the two joiners; the variation selectors choose an emoji's look.
const JOINERS = /\u200c|\u200d|\ufe0e|\ufe0f/g;

/**
 * `word` is a single line; `lines` may have several; `prose` may also be in any language.
 *
 * @example
 * const kind: TextKind = "prose"; // a description
 */
export type TextKind = "word" | "lines" | "prose";

/**
 * The first character that a reader of a text would not see, or that acts on a terminal, written out; nothing in a
 * text that is what it looks like.
 *
 * @example
 * findHidden("main.js\u009d0;x", "word"); // "\\x9d"
 */
export function findHidden(text: string, kind: TextKind): string | undefined {
  if (!HIDDEN.test(text)) return undefined;
  const lines = kind === "word" ? text : text.replace(LINES, "");
  const rest = kind === "prose" ? lines.replace(JOINERS, "") : lines;
  const [found] = HIDDEN.exec(rest) ?? [];
  return found === undefined ? undefined : writeOut(found);
}

/**
 * A text with all such characters written out, for a message about it.
 *
 * @example
 * writeOutHidden("a\u009db"); // "a\\x9db"
 */
export function writeOutHidden(text: string): string {
  return text.replace(ALL_HIDDEN, writeOut);
}

function writeOut(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  if (character === "\r") return "\\r";
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, "0")}`;
  return `\\u{${code.toString(16)}}`;
}
