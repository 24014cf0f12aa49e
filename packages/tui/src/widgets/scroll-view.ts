import type { Key } from "../input/events.js";
import type { Theme } from "../theme/theme.js";
import { boxRows } from "./box.js";
import type { Component } from "./component.js";

/** What to look through. */
export interface ScrollViewOptions {
  readonly theme: Theme;
  readonly title: string;
  /** The whole content for a width: rendered rows. */
  readonly rows: (width: number) => readonly string[];
  /** Rows of content shown at once. */
  readonly height: () => number;
  readonly onClose: () => void;
  /** Further keys that the owner takes care of, for the footer. */
  readonly hint?: string;
}

/**
 * A box to look through something longer than the screen: a tool's whole output, say.
 *
 * @example
 * import { ScrollView, Theme } from "@zot/tui";
 * new ScrollView({
 *   theme: new Theme(),
 *   title: "output",
 *   rows: () => ["a", "b"],
 *   height: () => 10,
 *   onClose: () => console.log("closed"),
 * });
 */
export class ScrollView implements Component {
  readonly #options: ScrollViewOptions;
  #top = 0;
  #count = 0;

  constructor(options: ScrollViewOptions) {
    this.#options = options;
  }

  handleKey(key: Key): boolean {
    const page = Math.max(1, this.#options.height() - 1);
    const step = {
      up: -1,
      k: -1,
      down: 1,
      j: 1,
      pageup: -page,
      pagedown: page,
      space: page,
      home: -Infinity,
      end: Infinity,
    }[key.id];
    if (step !== undefined) this.#top = this.#clamp(this.#top + step);
    else if (["esc", "q", "ctrl+c", "ctrl+o"].includes(key.id)) this.#options.onClose();
    else return false;
    return true;
  }

  render(width: number): readonly string[] {
    const rows = this.#options.rows(Math.max(1, width - 4));
    this.#count = rows.length;
    this.#top = this.#clamp(this.#top);
    const height = Math.max(1, this.#options.height());
    const shown = rows.slice(this.#top, this.#top + height);
    const last = Math.min(rows.length, this.#top + height);
    return boxRows(shown, width, {
      theme: this.#options.theme,
      title: this.#options.title,
      note: `${this.#top + 1}–${last} of ${rows.length}`,
      footer: ["↑↓ pgup pgdn", this.#options.hint ?? "", "esc"].filter(Boolean).join(" · "),
      focused: true,
    });
  }

  #clamp(top: number): number {
    return Math.max(0, Math.min(this.#count - Math.max(1, this.#options.height()), top));
  }
}
