import { textRows } from "@zot/tui";
import type { Block } from "./block.js";

/** The model's words, as they come. */
export class Answer implements Block {
  /** Whether rows may go up before the answer is whole; not if someone may still change it. */
  readonly #maySettle: () => boolean;
  #text = "";
  isFinished = false;

  constructor(maySettle: () => boolean) {
    this.#maySettle = maySettle;
  }

  push(delta: string): void {
    this.#text += delta;
  }

  /** The answer is whole; `text` takes the place of what was streamed, where it was changed. */
  finish(text?: string): void {
    if (text !== undefined) this.#text = text;
    this.isFinished = true;
  }

  render(width: number): readonly string[] {
    return this.#draw(this.#text, width);
  }

  takeSettled(): ((width: number) => readonly string[]) | undefined {
    if (!this.#maySettle()) return undefined;
    const end = findSettledEnd(this.#text);
    if (end === 0) return undefined;
    const settled = this.#text.slice(0, end);
    this.#text = this.#text.slice(end);
    return (width) => this.#draw(settled, width);
  }

  #draw(text: string, width: number): readonly string[] {
    const shown = text.trim();
    if (shown === "") return [];
    return ["", ...textRows(shown, width)];
  }
}

/** Where the last paragraph begins that may still grow: after an empty line outside of any code fence. */
function findSettledEnd(text: string): number {
  let end = 0;
  let at = 0;
  let isFenced = false;
  for (const line of text.split("\n").slice(0, -1)) {
    at += line.length + 1;
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced;
    if (line.trim() === "" && !isFenced) end = at;
  }
  return text.slice(0, end).trim() === "" ? 0 : end;
}
