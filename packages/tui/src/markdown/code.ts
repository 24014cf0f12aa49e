import { wrapText } from "../text/wrap.js";
import type { Theme } from "../theme/theme.js";
import type { CodeBlock } from "./blocks.js";
import type { Highlighter, LineState } from "./highlight.js";

const INDENT = "  ";
let highlighter: Highlighter | undefined;
let loading: Promise<void> | undefined;

/**
 * Loads syntax highlighting; code blocks load it themselves when the first one appears.
 *
 * @example
 * import { loadHighlighter } from "@zot/tui/markdown";
 * await loadHighlighter();
 */
export function loadHighlighter(): Promise<void> {
  loading ??= import("./highlight.js").then((module) => {
    highlighter = module.highlighter;
  });
  return loading;
}

/** The loaded highlighter, if it is there and knows the language. */
function highlighterFor(language: string): Highlighter | undefined {
  return highlighter?.knows(language) === true ? highlighter : undefined;
}

/** Whether loading the highlighter would change how this looks. */
export function awaitsHighlighter(language: string): boolean {
  return language !== "" && highlighter === undefined;
}

/** Draws code, line by line; what it has drawn for good it does not draw again. */
export class CodeStyler {
  readonly #theme: Theme;
  readonly #states = new WeakMap<CodeBlock, LineState>();
  readonly #begun = new WeakSet<CodeBlock>();

  constructor(theme: Theme) {
    this.#theme = theme;
  }

  /** All rows of a block that have not been taken yet. */
  all(block: CodeBlock, width: number): string[] {
    const rows = this.#begun.has(block) ? [] : this.#label(block);
    return [...rows, ...this.#draw(block, block.lines, width).rows];
  }

  /** The rows of the complete lines of a block; takes the lines out of it. */
  take(block: CodeBlock, width: number): string[] {
    const label = this.#begun.has(block) ? [] : this.#label(block);
    this.#begun.add(block);
    const lines = block.lines.splice(0);
    const { rows, state } = this.#draw(block, lines, width);
    if (state === undefined) this.#states.delete(block);
    else this.#states.set(block, state);
    return [...label, ...rows];
  }

  /** A twin made for a preview goes on where its original is. */
  adopt(twin: CodeBlock, original: CodeBlock): void {
    if (this.#begun.has(original)) this.#begun.add(twin);
    const state = this.#states.get(original);
    if (state !== undefined) this.#states.set(twin, state);
  }

  #label(block: CodeBlock): string[] {
    const lead = " ".repeat(block.indent) + INDENT;
    return block.language === "" ? [] : [`${lead}${this.#theme.paint("comment", block.language)}`];
  }

  #draw(block: CodeBlock, lines: readonly string[], width: number) {
    const known = highlighterFor(block.language);
    let state = this.#states.get(block);
    const lead = " ".repeat(Math.min(block.indent, Math.max(0, width - 20))) + INDENT;
    const rows = lines.flatMap((line) => {
      let styled = line.replaceAll("\t", "    ");
      if (known) {
        const result = known.line(styled, block.language, state);
        state = result.state;
        styled = known.paint(result.spans, this.#theme);
      }
      return wrapText(styled, Math.max(1, width - lead.length), { anywhere: true }).map(
        (row) => lead + row,
      );
    });
    return { rows, state };
  }
}
