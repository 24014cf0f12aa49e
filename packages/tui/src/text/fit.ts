import { ESC, RESET, sequenceLength } from "./ansi.js";
import { isPlain, stringWidth, WidthCounter } from "./width.js";

/**
 * Cuts a row to at most `width` cells, with an ellipsis if something was cut. Styles are closed.
 *
 * @example
 * import { truncate } from "@zot/tui";
 * truncate("a long title", 8); // "a long …"
 */
export function truncate(row: string, width: number, ellipsis = "…"): string {
  if (width <= 0) return "";
  if (isPlain(row) ? row.length <= width : stringWidth(row) <= width) return row;
  const room = width - stringWidth(ellipsis);
  if (room <= 0) return ellipsis.slice(0, width);
  const counter = new WidthCounter();
  let kept = "";
  let hasStyle = false;
  for (let at = 0; at < row.length;) {
    const code = row.codePointAt(at) ?? 0;
    if (code === 0x1b) {
      const length = Math.max(1, sequenceLength(row, at));
      kept += row.slice(at, at + length);
      hasStyle = true;
      at += length;
      continue;
    }
    const char = String.fromCodePoint(code);
    counter.add(code);
    if (counter.width > room) break;
    kept += char;
    at += char.length;
  }
  return hasStyle ? `${kept}${ellipsis}${RESET}` : kept + ellipsis;
}

/**
 * Makes a row exactly `width` cells wide: cut or filled with spaces.
 *
 * @example
 * import { fit } from "@zot/tui";
 * fit("ok", 5); // "ok   "
 */
export function fit(row: string, width: number): string {
  const used = stringWidth(row);
  if (used > width) {
    const cut = truncate(row, width);
    return cut + " ".repeat(Math.max(0, width - stringWidth(cut)));
  }
  return row + " ".repeat(width - used);
}

/** Whether a row stays in its line: no line feed, no tab, no sequence but styles and the toolkit's own marks. */
export function isSafeRow(row: string): boolean {
  return !UNSAFE.test(row.includes(`${ESC}_z`) ? row.replace(MARKS, "") : row);
}

const MARKS = new RegExp(`${ESC}_z\\w+${ESC}\\\\`, "g");
const UNSAFE = new RegExp(`[^\\P{Cc}${ESC}]|${ESC}(?!\\[[0-9;:]*m)`, "u");
