import { sanitize } from "../sanitize.js";
import type { Theme } from "../theme/theme.js";
import type { Component } from "../widgets/component.js";
import { BlockReader, type Block, type PlacedBlock } from "./blocks.js";
import { awaitsHighlighter, CodeStyler, loadHighlighter } from "./code.js";
import { needsGap, renderBlock, type BlockContext } from "./render-block.js";

/** How markdown is drawn. */
export interface MarkdownOptions {
  readonly theme: Theme;
  /** When rows change without new text: highlighting has been loaded. */
  readonly onChange?: () => void;
}

/**
 * Markdown that is still being written. What is finished is handed out once, by `takeFinished`, to be committed to the
 * screen; `render` draws the rest. The cost of a delta does not grow with the text.
 *
 * @example
 * import { Theme } from "@zot/tui";
 * import { MarkdownStream } from "@zot/tui/markdown";
 * const stream = new MarkdownStream({ theme: new Theme() });
 * stream.append("# Title\n\nSome **bo");
 * stream.takeFinished(80); // the heading
 * stream.render(80); // the paragraph so far
 */
export class MarkdownStream implements Component {
  readonly #options: MarkdownOptions;
  readonly #code: CodeStyler;
  readonly #reader: BlockReader;
  #closed: PlacedBlock[] = [];
  #partial = "";
  /** The block whose rows were handed out last. */
  #before: Block | undefined;
  /** The code block that is being handed out line by line. */
  #begun: Block | undefined;
  #cache: { width: number; rows: readonly string[] } | undefined;

  constructor(options: MarkdownOptions) {
    this.#options = options;
    this.#code = new CodeStyler(options.theme);
    this.#reader = new BlockReader((placed) => this.#closed.push(placed));
  }

  /** Adds text as it comes, cut anywhere. */
  append(delta: string): void {
    this.#cache = undefined;
    this.#partial += delta;
    if (!delta.includes("\n")) return;
    const lines = this.#partial.split("\n");
    this.#partial = lines.pop() ?? "";
    for (const line of lines) this.#feed(line);
  }

  /** Nothing more comes. */
  end(): void {
    this.#cache = undefined;
    if (this.#partial !== "") this.#feed(this.#partial);
    this.#partial = "";
    this.#reader.end();
  }

  /** The rows that will not change any more, each once. */
  takeFinished(width: number): string[] {
    const rows: string[] = [];
    for (let placed = this.#closed[0]; placed; placed = this.#closed[0]) {
      if (this.#mustWait(placed.block)) return rows;
      this.#closed.shift();
      rows.push(...this.#take(placed, width));
    }
    const { open } = this.#reader;
    if (open?.block.kind === "code" && open.block.lines.length > 0 && !this.#mustWait(open.block)) {
      rows.push(...this.#take(open, width));
    }
    if (rows.length > 0) this.#cache = undefined;
    return rows;
  }

  /** What has not been handed out, as far as it is known. */
  render(width: number): readonly string[] {
    if (this.#cache?.width !== width) this.#cache = { width, rows: this.#draw(width) };
    return this.#cache.rows;
  }

  #feed(line: string): void {
    for (const part of clean(line).split("\n")) this.#reader.feed(part);
    const { open } = this.#reader;
    if (open?.block.kind === "code") this.#mustWait(open.block);
  }

  /** Code that will look different once highlighting is there; asks for it. */
  #mustWait(block: Block): boolean {
    if (block.kind !== "code" || !awaitsHighlighter(block.language)) return false;
    void loadHighlighter().then(() => {
      this.#cache = undefined;
      this.#options.onChange?.();
    });
    return true;
  }

  #context(width: number): BlockContext {
    return { width, theme: this.#options.theme, code: this.#code };
  }

  #take(placed: PlacedBlock, width: number): string[] {
    const { block } = placed;
    const gap = block !== this.#begun && needsGap(this.#before, placed) ? [""] : [];
    this.#before = block;
    this.#begun = block;
    if (block.kind === "code") return [...gap, ...this.#code.take(block, width)];
    return [...gap, ...renderBlock(block, this.#context(width))];
  }

  #draw(width: number): string[] {
    const blocks = [...this.#closed];
    const { open } = this.#reader;
    this.#reader.preview(clean(this.#partial), (placed) => {
      const { block } = placed;
      if (
        block.kind === "code" &&
        open?.block.kind === "code" &&
        block.fence === open.block.fence
      ) {
        this.#code.adopt(block, open.block);
      }
      blocks.push(placed);
    });
    let before = this.#before;
    const begun = open?.block === this.#begun && this.#begun !== undefined;
    return blocks.flatMap((placed, at) => {
      const isContinued = begun && at === this.#closed.length;
      const gap = !isContinued && needsGap(before, placed) ? [""] : [];
      before = placed.block;
      return [...gap, ...renderBlock(placed.block, this.#context(width))];
    });
  }
}

function clean(line: string): string {
  return sanitize(line.endsWith("\r") ? line.slice(0, -1) : line);
}

/**
 * Draws a whole markdown text. Code is highlighted if `loadHighlighter` has been awaited before.
 *
 * @example
 * import { Theme } from "@zot/tui";
 * import { renderMarkdown } from "@zot/tui/markdown";
 * renderMarkdown("- one\n- two", 40, { theme: new Theme() });
 */
export function renderMarkdown(text: string, width: number, options: MarkdownOptions): string[] {
  const stream = new MarkdownStream(options);
  stream.append(text);
  stream.end();
  return [...stream.render(width)];
}
