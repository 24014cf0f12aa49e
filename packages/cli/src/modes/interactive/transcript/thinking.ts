import { textRows, type Theme } from "@zot/tui";
import type { Block } from "./block.js";

const ROWS_SHOWN = 4;
/** What the last rows need of the text; the rest is not drawn anyway. */
const TAIL = 2_000;

/** What the model thinks before it answers: its last rows while it does, one row afterwards. */
export class Thinking implements Block {
  readonly #theme: Theme;
  readonly #begun = Date.now();
  #text = "";
  #seconds = 0;
  isFinished = false;

  constructor(theme: Theme) {
    this.#theme = theme;
  }

  get text(): string {
    return this.#text;
  }

  push(delta: string): void {
    this.#text = (this.#text + delta).slice(-TAIL);
  }

  finish(): void {
    this.#seconds = Math.round((Date.now() - this.#begun) / 1000);
    this.isFinished = true;
  }

  render(width: number): readonly string[] {
    const style = this.#theme.style("quote");
    if (this.isFinished) {
      return ["", this.#theme.paint("muted", `thought for ${Math.max(1, this.#seconds)} s`)];
    }
    return ["", ...textRows(this.#text.trim(), width, { style }).slice(-ROWS_SHOWN)];
  }
}
