import { sanitize } from "../sanitize.js";
import { stripStyles } from "../text/ansi.js";
import { dropText, textOfRows } from "../text/drop-text.js";
import type { Theme } from "../theme/theme.js";
import type { Component } from "../widgets/component.js";
import { BlockReader, lengthOf, type Block, type PlacedBlock } from "./blocks.js";
import { isDecided, isFlowing, isUnsteady, surelyFilled } from "./filled-rows.js";
import { awaitsHighlighter, CodeStyler, loadHighlighter } from "./code.js";
import { needsGap, renderBlock, type BlockContext } from "./render-block.js";

/** A longer line is read in pieces: it is drawn anew with each word that comes, as long as it is not complete. */
const LONGEST_LINE = 4_000;
const LONGEST_WORD = 200;

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
  /** The last block that was handed out whole. */
  #before: Block | undefined;
  /** What was handed out of the blocks that are left, each. */
  #said: string[] = [];
  #cache: { width: number; rows: readonly string[] } | undefined;
  /** What was rendered last of each block that is left, and the empty rows before it. */
  #shown: { readonly gap: number; readonly rows: readonly string[] }[] = [];
  /** The blocks that are left, as far as they are known, and what was drawn of them. */
  #blocks: PlacedBlock[] | undefined;
  readonly #drawn = new WeakMap<Block, { width: number; rows: readonly string[] }>();
  #hasGrown = false;

  constructor(options: MarkdownOptions) {
    this.#options = options;
    this.#code = new CodeStyler(options.theme);
    this.#reader = new BlockReader((placed) => this.#closed.push(placed));
  }

  /** Adds text as it comes, cut anywhere. */
  append(delta: string): void {
    this.#grow();
    this.#partial += delta;
    if (delta.includes("\n")) {
      const lines = this.#partial.split("\n");
      this.#partial = lines.pop() ?? "";
      for (const line of lines) this.#feed(line);
    }
    if (this.#partial.length > LONGEST_LINE) this.#partial = this.#feedPieces(this.#partial);
  }

  /** Nothing more comes. */
  end(): void {
    this.#grow();
    if (this.#partial !== "") this.#feed(this.#partial);
    this.#partial = "";
    this.#reader.end();
  }

  /** The rows that will not change any more, each once. */
  takeFinished(width: number): string[] {
    const parts: string[][] = [];
    const closed = this.#closed;
    for (const [at, placed] of closed.entries()) {
      if (this.#mustWait(placed.block)) {
        this.#closed = closed.slice(at);
        return this.#handOut(parts.flat());
      }
      parts.push(this.#take(placed, width));
      this.#before = placed.block;
      this.#said.shift();
    }
    this.#closed = [];
    const { open } = this.#reader;
    if (open?.block.kind === "code") {
      if (open.block.lines.length > 0 && !this.#mustWait(open.block)) {
        parts.push(this.#take(open, width));
      }
    } else if (this.#hasGrown) parts.push(this.#takeFilled(width));
    this.#hasGrown = false;
    return this.#handOut(parts.flat());
  }

  /**
   * The first rows of what was rendered last can't be taken back, as they have gone up into the scrollback: they count as
   * handed out. Returns how many of them do.
   */
  keep(count: number): number {
    let kept = 0;
    for (const [at, { gap, rows }] of this.#shown.entries()) {
      if (gap + rows.length === 0) continue;
      const taken = rows.slice(0, Math.max(0, count - kept - gap));
      if (taken.length === 0) break;
      kept += gap + taken.length;
      this.#said[at] = (this.#said[at] ?? "") + textOfRows(taken);
      if (taken.length < rows.length) break;
    }
    this.#shown = [];
    this.#cache = undefined;
    return kept;
  }

  /** What has not been handed out, as far as it is known. */
  render(width: number): readonly string[] {
    if (this.#cache?.width !== width) this.#cache = { width, rows: this.#draw(width) };
    return this.#cache.rows;
  }

  #feed(line: string): void {
    this.#feedPiece(this.#feedPieces(line));
  }

  /** Reads a line that is too long up to its last piece, which is given back. */
  #feedPieces(line: string): string {
    let from = 0;
    while (line.length - from > LONGEST_LINE) {
      const end = pieceEnd(line, from);
      this.#feedPiece(line.slice(from, end));
      from = end;
    }
    return line.slice(from);
  }

  #feedPiece(piece: string): void {
    for (const part of clean(piece).split("\n")) this.#reader.feed(part);
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

  #grow(): void {
    this.#hasGrown = true;
    this.#cache = undefined;
    this.#blocks = undefined;
  }

  #handOut(rows: string[]): string[] {
    if (rows.length > 0) this.#cache = undefined;
    return rows;
  }

  #gapBefore(placed: PlacedBlock): string[] {
    return this.#said[0] === undefined && needsGap(this.#before, placed) ? [""] : [];
  }

  /** The rows of the first block that is left, or of the complete lines of code in it. */
  #take(placed: PlacedBlock, width: number): string[] {
    const { block } = placed;
    const gap = this.#gapBefore(placed);
    this.#blocks = undefined;
    const drawn =
      block.kind === "code"
        ? this.#code.take(block, width)
        : renderBlock(block, this.#context(width));
    const { rows, rest } = dropText(drawn, this.#said[0] ?? "");
    this.#said[0] = rest;
    return [...gap, ...rows];
  }

  /** The rows of a paragraph or item that is still being written, as far as they are full; its last row can change. */
  #takeFilled(width: number): string[] {
    const [placed, next] = this.#preview();
    if (placed === undefined || !isFlowing(placed.block) || isUnsteady(this.#partial)) return [];
    if (next === undefined && lengthOf(placed.block) <= width) return [];
    const drawn = this.#rowsOf(placed.block, width);
    const sure = this.#countSure(drawn, next !== undefined, width);
    const left = dropText(drawn, this.#said[0] ?? "").rows;
    const rows = left.slice(0, Math.max(0, left.length + sure - drawn.length));
    if (rows.length === 0) return [];
    const gap = this.#gapBefore(placed);
    this.#said[0] = (this.#said[0] ?? "") + textOfRows(rows);
    return [...gap, ...rows];
  }

  /** How many rows of the first block stay, whatever the line that comes in turns out to be. */
  #countSure(drawn: readonly string[], hasNext: boolean, width: number): number {
    const isSettled = isDecided(this.#partial);
    if (hasNext && isSettled) return drawn.length;
    const filled = surelyFilled(drawn.map(stripStyles));
    const { open } = this.#reader;
    if (hasNext || isSettled || open === undefined) return filled;
    const without = renderBlock(open.block, this.#context(width));
    const differs = drawn.findIndex((row, at) => row !== without[at]);
    return differs === -1 ? filled : Math.min(filled, differs);
  }

  #rowsOf(block: Block, width: number): readonly string[] {
    const known = this.#drawn.get(block);
    if (known?.width === width) return known.rows;
    const rows = renderBlock(block, this.#context(width));
    // How code looks also depends on what was taken of it, and on highlighting that may yet be loaded.
    if (isFlowing(block)) this.#drawn.set(block, { width, rows });
    return rows;
  }

  /** What would be left if the text ended here. */
  #preview(): PlacedBlock[] {
    return (this.#blocks ??= this.#readAhead());
  }

  #readAhead(): PlacedBlock[] {
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
    return blocks;
  }

  #draw(width: number): string[] {
    let before = this.#before;
    this.#shown = this.#preview().map((placed, at) => {
      const hasGap = this.#said[at] === undefined && needsGap(before, placed);
      before = placed.block;
      const { rows } = dropText(this.#rowsOf(placed.block, width), this.#said[at] ?? "");
      return { gap: hasGap ? 1 : 0, rows };
    });
    return this.#shown.flatMap(({ gap, rows }) => (gap === 1 ? ["", ...rows] : rows));
  }
}

/** Where to cut a line that is too long: between two words near the longest that it may be, else right there. */
function pieceEnd(line: string, from: number): number {
  const most = from + LONGEST_LINE;
  const space = line.lastIndexOf(" ", most - 1);
  if (space > most - LONGEST_WORD) return space + 1;
  const isHalf = /[\ud800-\udbff]/.test(line[most - 1] ?? "");
  return isHalf ? most - 1 : most;
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
