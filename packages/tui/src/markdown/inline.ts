import type { Theme } from "../theme/theme.js";

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};
const SPECIAL = /[\\`*_~[!<&h]/g;
const LINK =
  /^\[((?:[^[\]\\]|\\.|\[[^\]]*\])*)\]\(\s*<?((?:[^\s()<>]|\([^\s()]*\))*)>?(?:\s+["'(][^"')]*["')])?\s*\)/;
const AUTOLINK = /^<((?:https?|mailto):[^\s<>]+)>/i;
const BARE_LINK = /^https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}*_]/i;
const BREAK = /^<br\s*\/?>/i;
const ENTITY = /^&(?:amp|lt|gt|quot|#39|nbsp);/;

interface Piece {
  readonly length: number;
  readonly text: string;
}

/**
 * Styles the inside of a paragraph: code, emphasis, links. Links always show where they lead; pictures show their whole
 * address and are never fetched.
 */
export function renderInline(text: string, theme: Theme): string {
  let out = "";
  let from = 0;
  SPECIAL.lastIndex = 0;
  for (let match = SPECIAL.exec(text); match; match = SPECIAL.exec(text)) {
    const at = match.index;
    const piece = pieceAt(text, at, theme);
    if (piece === undefined) continue;
    out += text.slice(from, at) + piece.text;
    from = at + piece.length;
    SPECIAL.lastIndex = from;
  }
  return from === 0 ? text : out + text.slice(from);
}

function pieceAt(text: string, at: number, theme: Theme): Piece | undefined {
  // Rendering a piece renders what is inside it with the same expression: its place must survive.
  const place = SPECIAL.lastIndex;
  const piece = readPiece(text, at, theme);
  SPECIAL.lastIndex = place;
  return piece;
}

function readPiece(text: string, at: number, theme: Theme): Piece | undefined {
  const rest = text.slice(at);
  switch (text[at]) {
    case "\\":
      return /^\\[!-/:-@[-`{-~]/.test(rest) ? { length: 2, text: rest[1] ?? "" } : undefined;
    case "`":
      return codeSpan(rest, theme);
    case "*":
    case "_":
    case "~":
      return emphasis(text, at, theme);
    case "!":
      return picture(rest, theme);
    case "[":
      return link(rest, theme);
    case "<":
      return angle(rest, theme);
    case "&":
      return entity(rest);
    default:
      return bareLink(text, at, theme);
  }
}

function codeSpan(rest: string, theme: Theme): Piece {
  const ticks = /^`+/.exec(rest)?.[0] ?? "`";
  let end = rest.indexOf(ticks, ticks.length);
  while (end !== -1 && rest[end + ticks.length] === "`") {
    end = rest.indexOf(ticks, end + ticks.length + 1);
  }
  if (end === -1) return { length: ticks.length, text: ticks };
  const inner = rest.slice(ticks.length, end).replace(/^ (.*\S.*) $/, "$1");
  return { length: end + ticks.length, text: theme.paint("code", inner) };
}

function emphasis(text: string, at: number, theme: Theme): Piece | undefined {
  const char = text[at] ?? "";
  const run = text[at + 1] === char ? char + char : char;
  if (char === "~" && run.length < 2) return undefined;
  const before = text[at - 1] ?? " ";
  const after = text[at + run.length] ?? " ";
  if (/\s/.test(after) || (char === "_" && /\w/.test(before)))
    return { length: run.length, text: run };
  let end = text.indexOf(run, at + run.length + 1);
  while (end !== -1 && !closes(text, end, run)) end = text.indexOf(run, end + 1);
  if (end === -1) return { length: run.length, text: run };
  const inner = renderInline(text.slice(at + run.length, end), theme);
  const length = end + run.length - at;
  if (char === "~") return { length, text: `\x1b[9m${inner}\x1b[29m` };
  return { length, text: theme.paint(run.length === 2 ? "strong" : "emphasis", inner) };
}

function closes(text: string, at: number, run: string): boolean {
  if (/\s/.test(text[at - 1] ?? " ")) return false;
  const next = text[at + run.length] ?? " ";
  if (run.length === 1 && (next === run || text[at - 1] === run)) return false;
  return !run.startsWith("_") || !/\w/.test(next);
}

function link(rest: string, theme: Theme): Piece | undefined {
  const match = LINK.exec(rest);
  if (!match) return undefined;
  const [whole, label = "", url = ""] = match;
  const shown = renderInline(label, theme);
  const place = label === url || label.trim() === "" ? "" : theme.paint("muted", ` (${url})`);
  return {
    length: whole.length,
    text: `${theme.paint("link", label.trim() === "" ? url : shown)}${place}`,
  };
}

function picture(rest: string, theme: Theme): Piece | undefined {
  const match = rest[1] === "[" ? LINK.exec(rest.slice(1)) : null;
  if (!match) return undefined;
  const [whole, alt = "", url = ""] = match;
  const name = theme.paint("muted", alt === "" ? "[image]" : `[image: ${alt}]`);
  return { length: whole.length + 1, text: `${name} ${theme.paint("link", url)}` };
}

function angle(rest: string, theme: Theme): Piece | undefined {
  const lineBreak = BREAK.exec(rest);
  if (lineBreak) return { length: lineBreak[0].length, text: "\n" };
  const match = AUTOLINK.exec(rest);
  return match ? { length: match[0].length, text: theme.paint("link", match[1] ?? "") } : undefined;
}

function entity(rest: string): Piece | undefined {
  const match = ENTITY.exec(rest);
  return match ? { length: match[0].length, text: ENTITIES[match[0]] ?? match[0] } : undefined;
}

function bareLink(text: string, at: number, theme: Theme): Piece | undefined {
  if (/\w/.test(text[at - 1] ?? " ") || !text.startsWith("http", at)) return undefined;
  const match = BARE_LINK.exec(text.slice(at));
  return match ? { length: match[0].length, text: theme.paint("link", match[0]) } : undefined;
}
