import { sequenceLength } from "./ansi.js";
import { DOUBLE_WIDTH, ZERO_WIDTH } from "./width-table.js";

const ZWJ = 0x200d;
const EMOJI_SELECTOR = 0xfe0f;
const KEYCAP = 0x20e3;
const PLAIN = /^[ -~]*$/;
const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;

function isIn(ranges: readonly number[], code: number): boolean {
  let low = 0;
  let high = (ranges.length >> 1) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (code < (ranges[middle * 2] ?? 0)) high = middle - 1;
    else if (code > (ranges[middle * 2 + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}

/** Cells of one code point on its own: 0, 1 or 2. */
export function codePointWidth(code: number): number {
  if (code < 0x300) return code < 0x20 || (code >= 0x7f && code < 0xa0) ? 0 : 1;
  // Kana, CJK ideographs and Hangul syllables: most of what is wide in practice.
  if (code >= 0x3041 && code <= 0x3096) return 2;
  if (code >= 0x30a1 && code <= 0x30fa) return 2;
  if ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3)) return 2;
  if (isIn(ZERO_WIDTH, code)) return 0;
  return isIn(DOUBLE_WIDTH, code) ? 2 : 1;
}

const isSkinTone = (code: number) => code >= 0x1f3fb && code <= 0x1f3ff;
const isRegional = (code: number) => code >= 0x1f1e6 && code <= 0x1f1ff;

/** Counts cells code point by code point, knowing what joins with what came before it. */
export class WidthCounter {
  width = 0;
  #before = 0;
  #joined = false;
  #cell = 0;

  /** Adds one code point; returns how many cells it added. */
  add(code: number): number {
    const added = this.#count(code);
    this.width += added;
    this.#before = code;
    return added;
  }

  #count(code: number): number {
    if (code < 0x300) {
      this.#joined = false;
      this.#cell = codePointWidth(code);
      return this.#cell;
    }
    if (code === ZWJ) {
      this.#joined = this.#cell === 2;
      return 0;
    }
    if (code === EMOJI_SELECTOR) return this.#widen();
    if (code === KEYCAP) return 0;
    if (this.#joined) {
      this.#joined = false;
      if (PICTOGRAPH.test(String.fromCodePoint(code))) return 0;
    }
    if (isSkinTone(code) && this.#cell === 2) return 0;
    if (isRegional(code)) return this.#flag();
    const width = codePointWidth(code);
    if (width > 0) this.#cell = width;
    return width;
  }

  /** An emoji selector makes a narrow symbol or a keycap digit an emoji, two cells wide. */
  #widen(): number {
    const symbol = this.#before > 0xa0 || (this.#before >= 0x23 && this.#before <= 0x39);
    if (this.#cell !== 1 || !symbol) return 0;
    this.#cell = 2;
    return 1;
  }

  /** Two regional indicators are one flag. */
  #flag(): number {
    const second = isRegional(this.#before) && this.#cell === 1;
    this.#cell = second ? 2 : 1;
    return 1;
  }
}

/**
 * How many terminal cells a text takes; escape sequences take none. Grapheme clusters count as one:
 * a family emoji joined of seven code points takes two cells, a flag two, a combining accent none.
 *
 * @example
 * import { stringWidth } from "@zot/tui";
 * stringWidth("日本"); // 4
 * stringWidth("👩‍👩‍👧"); // 2
 */
export function stringWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  const counter = new WidthCounter();
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    if (code === 0x1b) {
      at += Math.max(1, sequenceLength(text, at));
      continue;
    }
    counter.add(code);
    at += code > 0xffff ? 2 : 1;
  }
  return counter.width;
}

/** Whether a text holds printable ASCII only: one cell a character, no escape sequence. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Whether emulators may differ on how many cells this takes: emoji, joiners, selectors, conjoined scripts. */
export function isContentious(text: string): boolean {
  return CONTENTIOUS.test(text);
}

// Signs that were narrow text before Unicode 9 made them emoji, such as ✅ and ⭐: xterm.js still takes them for narrow.
const ONCE_NARROW =
  "\u231a\u231b\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd\u26be" +
  "\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e\u2753-\u2755\u2757" +
  "\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55";
const CONTENTIOUS = new RegExp(`\u200d|\ufe0e|\ufe0f|\u20e3|[\ud83c-\ud83e${ONCE_NARROW}]`);
