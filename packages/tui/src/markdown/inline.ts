import type { Theme } from "../theme/theme.js";
import { InlineMarks, type Run } from "./inline-marks.js";
import { linkTarget } from "./link-target.js";

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};
const SPECIAL = /[\\`*_~[!<&h]/g;
const ESCAPED = /[!-/:-@[-`{-~]/;
const TICKS = /`+/y;
const AUTOLINK = /<((?:https?|mailto):[^\s<>]+)>/iy;
const BARE_LINK = /^https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}*_]/i;
const BREAK = /<br\s*\/?>/iy;
const ENTITY = /&(?:amp|lt|gt|quot|#39|nbsp);/y;
/** Emphasis and links inside each other; what is deeper stays as it is written. */
const DEEPEST = 12;

interface Piece {
  readonly length: number;
  readonly text: string;
}

/**
 * Styles the inside of a paragraph: code, emphasis, links. Links always show where they lead; pictures show their whole
 * address and are never fetched. The work grows with the text as such, whatever it says.
 */
export function renderInline(text: string, theme: Theme): string {
  return text.search(SPECIAL) === -1 ? text : new InlineText(text, theme).render(0, text.length, 0);
}

class InlineText {
  readonly #text: string;
  readonly #theme: Theme;
  readonly #marks: InlineMarks;

  constructor(text: string, theme: Theme) {
    this.#text = text;
    this.#theme = theme;
    this.#marks = new InlineMarks(text);
  }

  /** A part of the text, as if it were the whole. */
  render(from: number, to: number, depth: number): string {
    let out = "";
    let done = from;
    for (let at = this.#special(from); at < to;) {
      const piece = this.#piece(at, { from, to, depth });
      if (piece !== undefined && at + piece.length <= to) {
        out += this.#text.slice(done, at) + piece.text;
        done = at + piece.length;
      }
      at = this.#special(Math.max(done, at + 1));
    }
    return out + this.#text.slice(done, to);
  }

  #special(from: number): number {
    SPECIAL.lastIndex = from;
    return SPECIAL.exec(this.#text)?.index ?? this.#text.length;
  }

  #piece(at: number, part: Part): Piece | undefined {
    switch (this.#text[at]) {
      case "\\":
        return ESCAPED.test(this.#text[at + 1] ?? "")
          ? { length: 2, text: this.#text[at + 1] ?? "" }
          : undefined;
      case "`":
        return this.#code(at, part);
      case "*":
      case "_":
      case "~":
        return this.#emphasis(at, part);
      case "!":
        return this.#picture(at);
      case "[":
        return this.#link(at, part);
      case "<":
        return this.#angle(at);
      case "&":
        return this.#entity(at);
      default:
        return this.#bareLink(at, part);
    }
  }

  #code(at: number, { to }: Part): Piece {
    const ticks = this.#match(TICKS, at)?.[0] ?? "`";
    const end = this.#marks.ticks(ticks.length, at + ticks.length);
    if (end === undefined || end + ticks.length > to) return { length: ticks.length, text: ticks };
    const inner = this.#text.slice(at + ticks.length, end);
    const isPadded = inner.startsWith(" ") && inner.endsWith(" ") && inner.trim() !== "";
    return {
      length: end + ticks.length - at,
      text: this.#theme.paint("code", isPadded ? inner.slice(1, -1) : inner),
    };
  }

  #emphasis(at: number, { from, to, depth }: Part): Piece | undefined {
    const text = this.#text;
    const char = text[at] ?? "";
    const run = (at + 1 < to && text[at + 1] === char ? char + char : char) as Run | "~";
    if (run === "~") return undefined;
    const before = at > from ? text[at - 1] : " ";
    const after = at + run.length < to ? text[at + run.length] : " ";
    const asWritten = { length: run.length, text: run };
    if (/\s/.test(after ?? " ") || (char === "_" && /\w/.test(before ?? " "))) return asWritten;
    if (depth >= DEEPEST) return asWritten;
    const end = this.#marks.closer(run, at + run.length + 1, to);
    if (end === undefined) return asWritten;
    const inner = this.render(at + run.length, end, depth + 1);
    const length = end + run.length - at;
    if (char === "~") return { length, text: `\x1b[9m${inner}\x1b[29m` };
    return { length, text: this.#theme.paint(run.length === 2 ? "strong" : "emphasis", inner) };
  }

  #link(at: number, { to, depth }: Part): Piece | undefined {
    const found = depth >= DEEPEST ? undefined : this.#target(at);
    if (found === undefined || found.end > to) return undefined;
    const { label, url, end } = found;
    const isNamed = label.trim() !== "";
    const shown = isNamed ? this.render(at + 1, at + 1 + label.length, depth + 1) : url;
    const place = label === url || !isNamed ? "" : this.#theme.paint("muted", ` (${url})`);
    return { length: end - at, text: `${this.#theme.paint("link", shown)}${place}` };
  }

  #picture(at: number): Piece | undefined {
    const found = this.#text[at + 1] === "[" ? this.#target(at + 1) : undefined;
    if (found === undefined) return undefined;
    const { label, url, end } = found;
    const name = this.#theme.paint("muted", label === "" ? "[image]" : `[image: ${label}]`);
    return { length: end - at, text: `${name} ${this.#theme.paint("link", url)}` };
  }

  /** What stands between the bracket at `at` and its other half, and where that leads. */
  #target(at: number): { label: string; url: string; end: number } | undefined {
    const close = this.#marks.bracket(at);
    if (close === undefined) return undefined;
    const target = linkTarget(this.#text, close + 1, (from) => this.#marks.titleEnd(from));
    return target && { label: this.#text.slice(at + 1, close), ...target };
  }

  #angle(at: number): Piece | undefined {
    const lineBreak = this.#match(BREAK, at);
    if (lineBreak) return { length: lineBreak[0].length, text: "\n" };
    const match = this.#match(AUTOLINK, at);
    return match
      ? { length: match[0].length, text: this.#theme.paint("link", match[1] ?? "") }
      : undefined;
  }

  #entity(at: number): Piece | undefined {
    const match = this.#match(ENTITY, at);
    return match ? { length: match[0].length, text: ENTITIES[match[0]] ?? match[0] } : undefined;
  }

  #bareLink(at: number, { from, to }: Part): Piece | undefined {
    const before = at > from ? this.#text[at - 1] : " ";
    if (/\w/.test(before ?? " ") || !this.#text.startsWith("http", at)) return undefined;
    const match = BARE_LINK.exec(this.#text.slice(at, to));
    return match
      ? { length: match[0].length, text: this.#theme.paint("link", match[0]) }
      : undefined;
  }

  #match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.#text);
  }
}

/** The part of the text that is being rendered, and how many others it is in. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}
