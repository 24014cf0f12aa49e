import type { Theme } from "@zot/tui";
import { MarkdownStream } from "@zot/tui/markdown";
import type { Block } from "./block.js";

export interface AnswerOptions {
  readonly theme: Theme;
  /** Whether rows may go up before the answer is whole; not if someone may still change it. */
  readonly maySettle: () => boolean;
  readonly changed: () => void;
}

/**
 * The model's words, as they come. They are read only when they are drawn, where a text that can't be read does no harm.
 */
export class Answer implements Block {
  readonly #options: AnswerOptions;
  #stream: MarkdownStream;
  #text = "";
  /** What of the text was not read yet. */
  #unread = "";
  #isEnded = false;
  #isAsked = false;
  #hasBegun = false;
  isFinished = false;

  constructor(options: AnswerOptions) {
    this.#options = options;
    this.#stream = this.#open();
  }

  get text(): string {
    return this.#text;
  }

  push(delta: string): void {
    this.#text += delta;
    this.#unread += delta;
  }

  /** The answer is whole; `text` takes the place of what was streamed, where it was changed. */
  finish(text?: string): void {
    if (text !== undefined) {
      this.#stream = this.#open();
      this.#text = this.#unread = text;
    }
    this.isFinished = true;
  }

  render(width: number): readonly string[] {
    return this.#withGap(this.#readOn().render(width));
  }

  takeSettled(): ((width: number) => readonly string[]) | undefined {
    if (this.#isAsked || !this.#options.maySettle()) return undefined;
    this.#isAsked = true;
    return (width) => {
      this.#isAsked = false;
      const rows = this.#withGap(this.#readOn().takeFinished(width));
      this.#hasBegun ||= rows.length > 0;
      return rows;
    };
  }

  keep(count: number): number {
    if (!this.#options.maySettle()) return 0;
    const gap = this.#hasBegun ? 0 : 1;
    const kept = this.#stream.keep(count - gap);
    if (kept === 0) return 0;
    this.#hasBegun = true;
    return gap + kept;
  }

  /** The stream with all that has come. */
  #readOn(): MarkdownStream {
    if (this.#unread !== "") this.#stream.append(this.#unread);
    this.#unread = "";
    if (this.isFinished && !this.#isEnded) {
      this.#isEnded = true;
      this.#stream.end();
    }
    return this.#stream;
  }

  #open(): MarkdownStream {
    const { theme, changed } = this.#options;
    return new MarkdownStream({ theme, onChange: changed });
  }

  #withGap(rows: readonly string[]): readonly string[] {
    return this.#hasBegun || rows.length === 0 ? rows : ["", ...rows];
  }
}
