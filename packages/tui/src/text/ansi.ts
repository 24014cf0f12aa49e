/** The escape character. */
export const ESC = "\x1b";

/** Ends every style. */
export const RESET = `${ESC}[0m`;

/**
 * Put it into a rendered row where the terminal's cursor belongs; it takes no room. The screen moves the real cursor
 * there, so that input methods open their window in the right place. Without one, the cursor is hidden.
 *
 * @example
 * import { CURSOR } from "@zot/tui";
 * const row = `> hello${CURSOR}`;
 */
export const CURSOR = `${ESC}_zc${ESC}\\`;

/**
 * The length of the escape sequence that starts at `at`, which must hold an escape character; 0 if it never ends.
 * Knows what this toolkit writes: CSI, and the strings OSC, DCS, APC, PM, SOS.
 */
export function sequenceLength(text: string, at: number): number {
  const kind = text[at + 1];
  if (kind === "[") {
    for (let end = at + 2; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code >= 0x40 && code <= 0x7e) return end + 1 - at;
    }
    return 0;
  }
  if (kind === "]" || kind === "_" || kind === "P" || kind === "^" || kind === "X") {
    for (let end = at + 2; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code === 7) return end + 1 - at;
      if (code === 0x1b && text[end + 1] === "\\") return end + 2 - at;
    }
    return 0;
  }
  return kind === undefined ? 0 : 2;
}

/**
 * Takes the escape sequences out of text that this toolkit styled. For foreign text use `sanitize`.
 *
 * @example
 * import { stripStyles } from "@zot/tui";
 * stripStyles("\x1b[1mbold\x1b[0m"); // "bold"
 */
export function stripStyles(text: string): string {
  let at = text.indexOf(ESC);
  if (at === -1) return text;
  let plain = "";
  let from = 0;
  while (at !== -1) {
    plain += text.slice(from, at);
    from = at + Math.max(1, sequenceLength(text, at));
    at = text.indexOf(ESC, from);
  }
  return plain + text.slice(from);
}
