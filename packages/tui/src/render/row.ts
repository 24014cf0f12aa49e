import { sanitize } from "../sanitize.js";
import { CURSOR, ESC, RESET, sequenceLength } from "../text/ansi.js";
import { isSafeRow, truncate } from "../text/fit.js";
import { endsPlain } from "../text/sgr.js";
import { isContentious, isPlain, stringWidth, WidthCounter } from "../text/width.js";
import { expandRaw, hasRaw } from "./raw.js";

/** One row as it stands on the screen, without its cursor mark. */
export interface Row {
  /** As it was rendered. */
  readonly source: string;
  /** As it was made fit. */
  readonly text: string;
  /** Its cells. */
  readonly width: number;
}

/**
 * Makes a rendered row fit for the screen: at most `columns` wide, its style closed, nothing in it that would move the
 * cursor. Widgets sanitise what they are given; this is the net below them.
 */
export function toRow(text: string, columns: number): Row {
  if (isPlain(text)) {
    return text.length <= columns
      ? { source: text, text, width: text.length }
      : { source: text, text: truncate(text, columns), width: columns };
  }
  const safe = isSafeRow(text) ? text : sanitize(text, { styles: true }).replace(/[\n\t]/g, " ");
  const width = stringWidth(safe);
  const fitting = width <= columns ? safe : truncate(safe, columns);
  return {
    source: text,
    text: endsPlain(fitting) ? fitting : fitting + RESET,
    width: width <= columns ? width : stringWidth(fitting),
  };
}

/** The column of the cursor mark, and the row without it. */
export function takeCursor(row: string): { row: string; column: number } | undefined {
  const at = row.indexOf(CURSOR);
  if (at === -1) return undefined;
  return {
    row: row.slice(0, at) + row.slice(at + CURSOR.length),
    column: stringWidth(row.slice(0, at)),
  };
}

/** How many lines a row takes on a screen that is `columns` wide. A wide character is never cut. */
export function countLines({ text, width }: Row, columns: number): number {
  if (width <= columns) return 1;
  if (isPlain(text)) return Math.ceil(width / columns);
  const counter = new WidthCounter();
  let lines = 1;
  let used = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const sequence = code === 0x1b ? Math.max(1, sequenceLength(text, at)) : 0;
    const cells = sequence > 0 ? 0 : counter.add(code);
    if (used + cells > columns) {
      lines += 1;
      used = 0;
    }
    used += cells;
    at += sequence || (code > 0xffff ? 2 : 1);
  }
  return lines;
}

/** What to write for a row, from its first column on. */
export function rowBytes(row: Row): string {
  if (hasRaw(row.text)) return expandRaw(row.text);
  return isContentious(row.text) ? anchored(row.text) : row.text;
}

/**
 * Emulators disagree about the cells of emoji and joined characters. After each one the cursor is put where we count
 * it, so that what follows stands right in all of them; without wrapping, so that no count can break the row. A joiner is
 * written only with what it joins: tmux 3.3 joins whatever it is sent next to it, be it for another row.
 */
function anchored(text: string): string {
  const counter = new WidthCounter();
  let out = `${ESC}[?7l${ESC}[2K`;
  let isOpen = false;
  let joiner = "";
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const length = code > 0xffff ? 2 : 1;
    if (code === 0x1b) {
      joiner = "";
      const sequence = Math.max(1, sequenceLength(text, at));
      out += text.slice(at, at + sequence);
      at += sequence;
      continue;
    }
    const char = text.slice(at, at + length);
    const before = counter.width;
    const cells = counter.add(code);
    if (isOpen && cells > 0 && !isSelector(code)) {
      out += `${ESC}[${before + 1}G`;
      isOpen = false;
    }
    at += length;
    if (code === JOINER) {
      joiner = char;
      continue;
    }
    out += (cells === 0 ? joiner : "") + char;
    joiner = "";
    if (code > 0xffff || isContentious(char)) isOpen = true;
  }
  return `${out}${ESC}[?7h`;
}

const JOINER = 0x200d;
const isSelector = (code: number) => code === 0xfe0f || (code >= 0x1f1e6 && code <= 0x1f1ff);
