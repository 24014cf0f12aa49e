import { ESC, sequenceLength } from "../text/ansi.js";
import { SgrState } from "../text/sgr.js";
import { codePointWidth, isContentious, WidthCounter } from "../text/width.js";
import { ERASE_BELOW, ERASE_ROW_END } from "../terminal/modes.js";
import { hasRaw } from "./raw.js";
import { rowBytes, type Row } from "./row.js";

/** Below this a common start is not worth a jump. */
const WORTH_A_JUMP = 8;

/** Below this it is cheaper to write rows again than to have them moved. */
const WORTH_A_SHIFT = 40;

/** Writes the difference between two sets of rows. Rows are counted from the first of the old ones. */
export class Painter {
  out = "";
  #at: number;
  readonly #columns: number;
  readonly #height: number;

  constructor(at: number, screen: { readonly columns: number; readonly rows: number }) {
    this.#at = at;
    this.#columns = screen.columns;
    this.#height = screen.rows;
  }

  /** Turns the old rows, all of which are on the screen, into the new ones; more rows scroll older ones away. */
  paint(before: readonly Row[], after: readonly Row[]): void {
    const kept = this.#movableEnd(before, after);
    const end = before.length - kept;
    const added = after.length - before.length;
    for (const [at, row] of after.slice(0, kept > 0 ? end : undefined).entries()) {
      this.#place(at, row, before);
    }
    if (kept > 0) {
      this.#insertRows(end, before.length, added);
      for (const [at, row] of after.slice(end, end + added).entries()) {
        if (row.text === "") continue;
        this.moveTo(end + at);
        this.out += `\r${rowBytes(row)}`;
      }
    } else if (after.length < before.length) {
      this.moveTo(after.length);
      this.out += ERASE_BELOW;
    }
  }

  #place(at: number, row: Row, before: readonly Row[]): void {
    const old = before[at];
    if (at < Math.max(1, before.length)) {
      if (old?.text === row.text || (old === undefined && row.text === "")) return;
      this.moveTo(at);
      this.#replace(old, row);
    } else {
      this.moveTo(at - 1);
      this.out += `\r\n${rowBytes(row)}`;
      this.#at = at;
    }
  }

  /** How many rows at the end only move down, so that the terminal can move them: an editor and a status, say. */
  #movableEnd(before: readonly Row[], after: readonly Row[]): number {
    const added = after.length - before.length;
    if (added <= 0) return 0;
    let count = 0;
    let size = 0;
    while (count < before.length && before.at(-1 - count)?.text === after.at(-1 - count)?.text) {
      size += before.at(-1 - count)?.text.length ?? 0;
      count += 1;
    }
    return size >= WORTH_A_SHIFT && count + added <= this.#height ? count : 0;
  }

  /** Makes room below, which may scroll the screen, then pushes the rows from `at` on down into it. */
  #insertRows(at: number, height: number, count: number): void {
    this.moveTo(height - 1);
    this.out += "\r\n".repeat(count);
    this.#at = height - 1 + count;
    this.moveTo(at);
    this.out += `${ESC}[${count}L`;
  }

  moveTo(row: number): void {
    const down = row - this.#at;
    // Line feeds go on at the lower edge, should the screen have become lower meanwhile; CUD would stop there.
    this.out += down < 0 ? `${ESC}[${-down}A` : "\r\n".repeat(down);
    this.#at = row;
  }

  moveToColumn(column: number): void {
    this.out += column === 0 ? "\r" : `${ESC}[${column + 1}G`;
  }

  #replace(old: Row | undefined, row: Row): void {
    // An emulator may have given what was there more cells than we count.
    const isLonger = old !== undefined && (old.width > row.width || isContentious(old.text));
    // After the last column the cursor waits to wrap; erasing there would take the last character with it.
    const erase = isLonger && row.width < this.#columns ? ERASE_ROW_END : "";
    const same = old === undefined ? undefined : commonStart(old.text, row.text);
    if (same === undefined) this.out += `\r${rowBytes(row)}${erase}`;
    else {
      this.moveToColumn(same.column);
      this.out += `${same.style}${row.text.slice(same.length)}${erase}`;
    }
  }
}

interface Start {
  readonly length: number;
  readonly column: number;
  readonly style: string;
}

/** The start that two rows share, if writing can go on behind it. */
function commonStart(old: string, now: string): Start | undefined {
  const most = Math.min(old.length, now.length);
  let length = 0;
  while (length < most && old.charCodeAt(length) === now.charCodeAt(length)) length += 1;
  // What only goes on is never written again: should the row stand elsewhere by now, it would stand there twice.
  const isWorthIt = length >= WORTH_A_JUMP || (length > 0 && length === old.length);
  if (!isWorthIt || isContentious(now) || isContentious(old)) return undefined;
  if (hasRaw(now) || joinsBefore(old, length) || joinsBefore(now, length)) return undefined;
  const style = new SgrState();
  const counter = new WidthCounter();
  for (let at = 0; at < length;) {
    const code = now.codePointAt(at) ?? 0;
    if (code !== 0x1b) {
      counter.add(code);
      at += code > 0xffff ? 2 : 1;
      continue;
    }
    const sequence = sequenceLength(now, at);
    if (at + sequence > length) {
      length = at;
      break;
    }
    style.apply(now.slice(at, at + sequence));
    at += sequence;
  }
  return { length, column: counter.width, style: style.toString() };
}

/** Whether the character at `at` belongs to the one before it. */
function joinsBefore(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x300 && ((code >= 0xd800 && code <= 0xdfff) || codePointWidth(code) === 0);
}
