import { sanitize } from "../sanitize.js";
import { wrapText } from "../text/wrap.js";
import type { Style } from "../theme/style.js";
import type { Component } from "./component.js";

/** How foreign text is shown. */
export interface TextOptions {
  readonly style?: Style;
  /** Keep the colours that the text brings along. Default: false. */
  readonly styles?: boolean;
  /** Before every row but the first. */
  readonly indent?: string;
  /** Break anywhere, as for output and code. */
  readonly anywhere?: boolean;
}

/**
 * Wraps text of any origin to rows, made safe for the terminal.
 *
 * @example
 * import { textRows } from "@zot/tui";
 * textRows("two\nlines\x1b[2J", 20); // ["two", "lines"]
 */
export function textRows(text: string, width: number, options: TextOptions = {}): string[] {
  const safe = sanitize(text, { styles: options.styles === true });
  const rows = wrapText(safe, width, {
    ...(options.indent === undefined ? {} : { indent: options.indent }),
    anywhere: options.anywhere === true,
  });
  return options.style ? rows.map(options.style) : rows;
}

/**
 * Text of any origin as a component; wrapped once for each width.
 *
 * @example
 * import { Text } from "@zot/tui";
 * new Text("hello").render(20); // ["hello"]
 */
export class Text implements Component {
  readonly #options: TextOptions;
  #text: string;
  #cache: { width: number; rows: readonly string[] } | undefined;

  constructor(text: string, options: TextOptions = {}) {
    this.#text = text;
    this.#options = options;
  }

  set text(text: string) {
    if (text === this.#text) return;
    this.#text = text;
    this.#cache = undefined;
  }

  render(width: number): readonly string[] {
    if (this.#cache?.width !== width) {
      this.#cache = { width, rows: textRows(this.#text, width, this.#options) };
    }
    return this.#cache.rows;
  }
}
