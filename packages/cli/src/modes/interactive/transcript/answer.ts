import type { Theme } from "@zot/tui";
import { MarkdownStream } from "@zot/tui/markdown";
import type { Block } from "./block.js";

export interface AnswerOptions {
  readonly theme: Theme;
  /** Whether rows may go up before the answer is whole; not if someone may still change it. */
  readonly maySettle: () => boolean;
  readonly changed: () => void;
}

/** The model's words, as they come. */
export class Answer implements Block {
  readonly #options: AnswerOptions;
  #stream: MarkdownStream;
  #isAsked = false;
  #hasBegun = false;
  isFinished = false;

  constructor(options: AnswerOptions) {
    this.#options = options;
    this.#stream = this.#open();
  }

  push(delta: string): void {
    this.#stream.append(delta);
  }

  /** The answer is whole; `text` takes the place of what was streamed, where it was changed. */
  finish(text?: string): void {
    if (text !== undefined) {
      this.#stream = this.#open();
      this.#stream.append(text);
    }
    this.#stream.end();
    this.isFinished = true;
  }

  render(width: number): readonly string[] {
    return this.#withGap(this.#stream.render(width));
  }

  takeSettled(): ((width: number) => readonly string[]) | undefined {
    if (this.#isAsked || !this.#options.maySettle()) return undefined;
    this.#isAsked = true;
    return (width) => {
      this.#isAsked = false;
      const rows = this.#withGap(this.#stream.takeFinished(width));
      this.#hasBegun ||= rows.length > 0;
      return rows;
    };
  }

  keep(lines: readonly string[]): number {
    if (!this.#options.maySettle()) return 0;
    const gap = !this.#hasBegun && lines[0]?.trim() === "" ? 1 : 0;
    const kept = this.#stream.keep(lines.slice(gap));
    if (kept > 0) this.#hasBegun = true;
    return kept > 0 ? gap + kept : 0;
  }

  #open(): MarkdownStream {
    const { theme, changed } = this.#options;
    return new MarkdownStream({ theme, onChange: changed });
  }

  #withGap(rows: readonly string[]): readonly string[] {
    return this.#hasBegun || rows.length === 0 ? rows : ["", ...rows];
  }
}
