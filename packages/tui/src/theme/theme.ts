import { detectColorDepth, type ColorDepth } from "../terminal/capabilities.js";
import { DARK, LIGHT, type Palette } from "./palettes.js";
import { makeStyle, type Style } from "./style.js";

/** The name of each style that a theme has. */
export type StyleName = keyof Palette;

/** What a theme is made for. */
export interface ThemeOptions {
  /** The terminal's background. Default: dark. */
  readonly background?: "dark" | "light";
  /** Default: what the environment says. */
  readonly depth?: ColorDepth;
}

/**
 * The looks of everything on the screen, by purpose. `adapt` changes it in place, so that the background may become
 * known after the first frame.
 *
 * @example
 * import { Theme } from "@zot/tui";
 * const theme = new Theme({ background: "dark", depth: 256 });
 * theme.style("error")("failed");
 */
export class Theme {
  #styles = new Map<StyleName, Style>();
  #background: "dark" | "light";
  readonly depth: ColorDepth;

  constructor({ background = "dark", depth = detectColorDepth() }: ThemeOptions = {}) {
    this.#background = background;
    this.depth = depth;
  }

  get background(): "dark" | "light" {
    return this.#background;
  }

  /** The style for a purpose, as it is now. */
  style(name: StyleName): Style {
    const known = this.#styles.get(name);
    if (known) return known;
    const palette = this.#background === "dark" ? DARK : LIGHT;
    const style = makeStyle(palette[name], this.depth);
    this.#styles.set(name, style);
    return style;
  }

  /** Puts the style for a purpose on a text. */
  paint(name: StyleName, text: string): string {
    return this.style(name)(text);
  }

  /** Switches to another background. */
  adapt(background: "dark" | "light"): void {
    if (background === this.#background) return;
    this.#background = background;
    this.#styles = new Map();
  }
}
