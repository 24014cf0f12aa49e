import type { Key } from "../input/events.js";
import type { Theme } from "../theme/theme.js";
import { textRows } from "./text.js";

/** What a dialog is about: all of it where there is room, else a part that page keys move. */
export class MessageWindow {
  readonly #text: string;
  readonly #theme: Theme;
  #top = 0;
  #rows = 0;
  #shown = Infinity;

  constructor(text: string, theme: Theme) {
    this.#text = text;
    this.#theme = theme;
  }

  handleKey(key: Key): boolean {
    if (this.#rows <= this.#shown) return false;
    const step = { pageup: -this.#shown, pagedown: this.#shown }[key.id];
    if (step === undefined) return false;
    this.#top = this.#clamp(this.#top + step);
    return true;
  }

  /** With a gap below it. */
  render(width: number, room: number): readonly string[] {
    if (this.#text === "") return [];
    const rows = textRows(this.#text, width);
    this.#rows = rows.length;
    if (rows.length < room) {
      this.#shown = rows.length;
      return [...rows, ""];
    }
    this.#shown = Math.max(1, room - 1);
    this.#top = this.#clamp(this.#top);
    const end = Math.min(rows.length, this.#top + this.#shown);
    const place = `rows ${this.#top + 1}–${end} of ${rows.length} · pgup pgdn`;
    return [...rows.slice(this.#top, end), this.#theme.paint("warn", place)];
  }

  #clamp(top: number): number {
    return Math.max(0, Math.min(this.#rows - this.#shown, top));
  }
}
