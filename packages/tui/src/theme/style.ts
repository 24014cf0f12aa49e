import type { ColorDepth } from "../terminal/capabilities.js";
import { ESC } from "../text/ansi.js";
import { colorCode } from "./color.js";

/** Puts a look on a text. Styles nest. */
export type Style = (text: string) => string;

/** A look: colours as `#rrggbb`, and attributes. */
export interface Look {
  readonly color?: string;
  readonly background?: string;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
  readonly strike?: boolean;
}

const ATTRIBUTES = [
  ["bold", "1", "22"],
  ["dim", "2", "22"],
  ["italic", "3", "23"],
  ["underline", "4", "24"],
  ["inverse", "7", "27"],
  ["strike", "9", "29"],
] as const;

/**
 * Makes a style for a terminal with that many colours; colours it cannot show become the nearest it can.
 *
 * @example
 * const warn = makeStyle({ color: "#e5c07b", bold: true }, 256);
 * warn("careful");
 */
export function makeStyle(look: Look, depth: ColorDepth): Style {
  const open: string[] = [];
  const close: string[] = [];
  for (const [name, on, off] of ATTRIBUTES) {
    if (look[name] !== true) continue;
    open.push(on);
    close.unshift(off);
  }
  if (look.color !== undefined && depth > 0) {
    open.push(colorCode(look.color, depth, false));
    close.unshift("39");
  }
  if (look.background !== undefined && depth > 0) {
    open.push(colorCode(look.background, depth, true));
    close.unshift("49");
  }
  if (open.length === 0) return (text) => text;
  const start = `${ESC}[${open.join(";")}m`;
  const end = `${ESC}[${[...new Set(close)].join(";")}m`;
  return (text) => {
    if (text === "") return "";
    // A style that ends inside this one would end this one too: open it again there.
    const inner = text.includes(ESC) ? reopen(text, close, start) : text;
    return start + inner + end;
  };
}

function reopen(text: string, closes: readonly string[], start: string): string {
  return text.replace(SGR, (sequence, params: string) => {
    const ends =
      params === "" || params.split(";").some((code) => code === "0" || closes.includes(code));
    return ends ? sequence + start : sequence;
  });
}

const SGR = new RegExp(`${ESC}\\[([0-9;]*)m`, "g");
