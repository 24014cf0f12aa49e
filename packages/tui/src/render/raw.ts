import { ESC } from "../text/ansi.js";

// Only this module can make a mark that is written as it is: its number means nothing elsewhere, and foreign text
// never holds an APC sequence, because the sanitiser takes them out.
const known = new Map<string, string>();
const MARK = new RegExp(`${ESC}_zr(\\d+)${ESC}\\\\`, "g");
const PREFIX = `${ESC}_zr`;
let count = 0;

/** Registers bytes that no row may otherwise hold, such as a picture; returns a mark of no width to put into a row. */
export function rawMark(bytes: string): string {
  const id = String((count += 1));
  known.set(id, bytes);
  return `${PREFIX}${id}${ESC}\\`;
}

/** Whether a row holds such a mark. */
export function hasRaw(row: string): boolean {
  return row.includes(PREFIX);
}

/** Puts the bytes in place of their marks. */
export function expandRaw(row: string): string {
  return row.replace(MARK, (_, id: string) => known.get(id) ?? "");
}
