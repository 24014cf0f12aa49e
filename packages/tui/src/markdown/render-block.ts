import { wrapText } from "../text/wrap.js";
import { stringWidth } from "../text/width.js";
import type { Theme } from "../theme/theme.js";
import { BlockReader, type Block, type PlacedBlock } from "./blocks.js";
import type { CodeStyler } from "./code.js";
import { renderInline } from "./inline.js";
import { renderTable } from "./table.js";

/** What rendering depends on besides the block. */
export interface BlockContext {
  readonly width: number;
  readonly theme: Theme;
  readonly code: CodeStyler;
  /** How many quotes it is in. */
  readonly quotes?: number;
}

/** Quotes inside quotes, and the room that they leave; what goes beyond stays as it is written. */
const DEEPEST_QUOTE = 8;
const NARROWEST_QUOTE = 12;

/** The rows of one block, code apart. */
export function renderBlock(block: Block, context: BlockContext): string[] {
  const { theme, width } = context;
  switch (block.kind) {
    case "heading":
      return renderHeading(block.level, block.text, context);
    case "rule":
      return [theme.paint("border", "─".repeat(Math.min(width, 60)))];
    case "table":
      return renderTable(block.lines, width, theme);
    case "quote":
      return renderQuote(block.lines, context);
    case "item":
      return renderItem(block.indent, block.marker, block.lines, context);
    case "paragraph":
      return indented(" ".repeat(block.indent), flow(block.lines, theme), width);
    case "code":
      return context.code.all(block, width);
  }
}

/** Models break lines where they mean it, as chat pages show it; CommonMark would let them flow together. */
function flow(lines: readonly string[], theme: Theme): string {
  const text = lines.map((line, at) =>
    at < lines.length - 1 && line.endsWith("\\") ? line.slice(0, -1) : line.trimEnd(),
  );
  return renderInline(text.join("\n"), theme);
}

function renderHeading(level: number, text: string, { theme, width }: BlockContext): string[] {
  const styled = theme.paint("heading", renderInline(text, theme));
  const rows = wrapText(styled, width);
  const first =
    level === 1
      ? theme.paint("border", "━".repeat(Math.min(width, stringWidth(styled))))
      : undefined;
  return first === undefined ? rows : [...rows, first];
}

function indented(indent: string, text: string, width: number): string[] {
  const usable = indent.length + 10 < width ? indent : "";
  return wrapText(text, width - usable.length).map((row) => usable + row);
}

function renderItem(
  indent: number,
  marker: string,
  lines: readonly string[],
  { theme, width }: BlockContext,
): string[] {
  const depth = Math.floor(indent / 2);
  const bullet = /\d/.test(marker) ? marker : (["•", "◦", "▪"][depth % 3] ?? "•");
  const [, box, rest] = /^\[([ xX])\]\s+(.*)$/s.exec(lines[0] ?? "") ?? [];
  const sign = box === undefined ? "" : box === " " ? "☐ " : "☑ ";
  const text = flow(rest === undefined ? lines : [rest, ...lines.slice(1)], theme);
  const lead = `${" ".repeat(Math.min(indent, Math.max(0, width - 20)))}${bullet} `;
  const rows = wrapText(sign + text, Math.max(1, width - lead.length));
  const hang = " ".repeat(lead.length);
  return rows.map((row, at) => (at === 0 ? theme.paint("accent", lead) : hang) + row);
}

function renderQuote(lines: readonly string[], context: BlockContext): string[] {
  const { quotes = 0 } = context;
  if (quotes >= DEEPEST_QUOTE || (quotes > 0 && context.width < NARROWEST_QUOTE)) {
    const written = lines.map((line) => `> ${line}`);
    return wrapText(flow(written, context.theme), context.width);
  }
  const inner: PlacedBlock[] = [];
  const reader = new BlockReader((placed) => inner.push(placed));
  for (const line of lines) reader.feed(line);
  reader.end();
  const width = Math.max(1, context.width - 2);
  const bar = context.theme.paint("border", "▌ ");
  const paint = context.theme.style("quote");
  return inner.flatMap((placed, at) => {
    const gap = at > 0 && needsGap(inner[at - 1]?.block, placed) ? [bar] : [];
    const rows = renderBlock(placed.block, { ...context, width, quotes: quotes + 1 });
    // The rows of a quote inside this one have that look already.
    const isQuote = placed.block.kind === "quote";
    return [...gap, ...rows.map((row) => bar + (isQuote ? row : paint(row)))];
  });
}

/** Whether an empty row stands between two blocks. */
export function needsGap(before: Block | undefined, placed: PlacedBlock): boolean {
  const { block, hasGap, continues = false } = placed;
  if (before === undefined || continues) return false;
  const isList = before.kind === "item" && (block.kind === "item" || block.kind === "code");
  return isList ? hasGap : true;
}
