import { dropPassthrough, dropStrings } from "./text/control-strings.js";

/** What {@link sanitize} lets through. */
export interface SanitizeOptions {
  /** Keep colours and text attributes (SGR); hidden and blinking text is still undone. Default: false. */
  readonly styles?: boolean;
  /** Keep the characters that reorder text (bidirectional embeddings, overrides, isolates). Default: false. */
  readonly bidi?: boolean;
}

const ESC = "\x1b";
const CSI = new RegExp(`(?:${ESC}\\[|\x9b)[0-?]*[ -/]*[@-~]`, "g");
const STYLE = new RegExp(`${ESC}\\[([0-9;:]*)m`, "g");
const STYLE_ONLY = new RegExp(`^${ESC}\\[[0-9;:]*m$`);
const OTHER_ESCAPES = new RegExp(`${ESC}(?!\\[[0-9;:]*m)(?:[ -/]*[0-~])?`, "g");
const LINE_ENDS = /\r\n?|[\u2028\u2029\x85\v\f]/g;
const CONTROLS = /[^\P{Cc}\n\t]|[\ufeff\ufff9-\ufffb]/gu;
const CONTROLS_BUT_ESCAPE = new RegExp(`[^\\P{Cc}\n\t${ESC}]|[\ufeff\ufff9-\ufffb]`, "gu");
const BIDI = /[\u202a-\u202e\u2066-\u2069]/g;
const LONE_SURROGATES = /\p{Cs}/gu;
const SUSPECT = /[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]|\p{Cs}/u;

/** Blinking (5, 6) and concealed (8) text serve nobody but an attacker. */
function calmStyle(sequence: string, params: string): string {
  if (!/(?:^|;)0*[568](?:;|$)/.test(params)) return sequence;
  const parts = params.split(";");
  const kept: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    const code = Number(part);
    if (code === 38 || code === 48 || code === 58) {
      const length = Number(parts[at + 1]) === 5 ? 3 : 5;
      kept.push(...parts.slice(at, at + length));
      at += length - 1;
    } else if (code !== 5 && code !== 6 && code !== 8) kept.push(part);
  }
  return kept.length > 0 ? `${ESC}[${kept.join(";")}m` : "";
}

function dropSequences(text: string): string {
  return dropStrings(dropPassthrough(text))
    .replace(CSI, "")
    .replace(OTHER_ESCAPES, "")
    .replace(LINE_ENDS, "\n")
    .replace(CONTROLS, "");
}

function keepStyles(text: string): string {
  return dropStrings(dropPassthrough(text))
    .replace(CSI, (sequence) => (STYLE_ONLY.test(sequence) ? sequence : ""))
    .replace(LINE_ENDS, "\n")
    .replace(CONTROLS_BUT_ESCAPE, "")
    .replace(OTHER_ESCAPES, "")
    .replace(STYLE, calmStyle);
}

/**
 * Makes foreign text safe for a terminal: what a model, a file, a tool or an extension wrote can then move no cursor,
 * set no title or clipboard, ask the terminal nothing and hide nothing. Line feeds and tabs stay; other line ends
 * become line feeds; every other control character and escape sequence goes, in 7-bit and 8-bit form.
 *
 * @example
 * import { sanitize } from "@zot/tui/sanitize";
 * sanitize("\x1b]52;c;cm0gLXJm\x07ok\x1b[2J"); // "ok"
 * sanitize("\x1b[31mred\x1b[0m", { styles: true }); // the colour stays
 */
export function sanitize(text: string, options: SanitizeOptions = {}): string {
  if (!SUSPECT.test(text)) return text;
  const whole = text.replace(LONE_SURROGATES, "\ufffd");
  const safe = options.styles === true ? keepStyles(whole) : dropSequences(whole);
  return options.bidi === true ? safe : safe.replace(BIDI, "");
}

/**
 * Foreign text on one line: {@link sanitize}d, every run of white space a single space.
 *
 * @example
 * import { oneLine } from "@zot/tui/sanitize";
 * oneLine("two\nlines\x1b[2J"); // "two lines"
 */
export function oneLine(text: string): string {
  return sanitize(text).replace(/\s+/g, " ").trim();
}

export { visible, visibleJson, visibleLine } from "./visible.js";
