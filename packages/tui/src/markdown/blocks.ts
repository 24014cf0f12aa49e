/** A piece of a markdown text that stands on its own. Lines are clean and without their markers. */
export type Block =
  | { readonly kind: "paragraph"; readonly indent: number; lines: string[] }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "item"; readonly indent: number; readonly marker: string; lines: string[] }
  | { readonly kind: "quote"; lines: string[] }
  | { readonly kind: "table"; lines: string[] }
  | { readonly kind: "rule" }
  | CodeBlock;

/** Lines of code; `isOpen` until the closing fence has come. */
export interface CodeBlock {
  readonly kind: "code";
  readonly language: string;
  readonly indent: number;
  readonly fence: string;
  lines: string[];
  isOpen: boolean;
}

/** A block and whether the source had an empty line before it. */
export interface PlacedBlock {
  readonly block: Block;
  readonly hasGap: boolean;
  /** It goes on with the one before it, which became too long. */
  readonly continues?: true;
}

/**
 * What is longer, in characters, is drawn as several blocks. A block that still grows is drawn anew for every frame, so
 * its length bounds what a frame costs.
 */
const LONGEST_BLOCK = 8_000;
/** In lines. Its head is repeated then, if that doesn't make much out of little. */
const LONGEST_TABLE = 200;
const LONGEST_HEAD = 2_000;

const FENCE = /^(\s*)(`{3,}|~{3,})([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:\s|$)/;
const SETEXT = /^ {0,3}(=+|-+)\s*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])(?:\s+(.*))?$/;
const QUOTE = /^\s{0,3}>\s?(.*)$/;
const DELIMITER = /^:?-+:?$/;

/** Models mean a rule where they put one below a text; and a text may be on the screen for good when its underline comes. */
const LONGEST_TITLE = 60;

/** Whether a row of `=` or `-` below it would make it a heading. */
export function mayBeTitle({ lines }: { readonly lines: readonly string[] }): boolean {
  return lines.length === 1 && (lines[0] ?? "").length <= LONGEST_TITLE;
}

/** Splits lines into blocks as they come. */
export class BlockReader {
  #open: PlacedBlock | undefined;
  /** The characters of the open block. */
  #length = 0;
  #hasGap = false;
  readonly #emit: (placed: PlacedBlock) => void;

  constructor(emit: (placed: PlacedBlock) => void) {
    this.#emit = emit;
  }

  /** The block that further lines may still belong to. */
  get open(): PlacedBlock | undefined {
    return this.#open;
  }

  /** What would be if the text ended with this line; the reader stays as it is. */
  preview(line: string, emit: (placed: PlacedBlock) => void): void {
    const copy = new BlockReader(emit);
    copy.#hasGap = this.#hasGap;
    copy.#length = this.#length;
    if (this.#open) {
      const { block } = this.#open;
      const twin = "lines" in block ? { ...block, lines: [...block.lines] } : block;
      copy.#open = { ...this.#open, block: twin };
    }
    if (line !== "") copy.feed(line);
    if (copy.#open) emit(copy.#open);
  }

  end(): void {
    if (this.#open?.block.kind === "code") this.#open.block.isOpen = false;
    this.#close();
  }

  feed(line: string): void {
    const block = this.#open?.block;
    if (block?.kind === "code") this.#feedCode(block, line);
    else if (line.trim() === "") {
      this.#close();
      this.#hasGap = true;
    } else if (!this.#feedTable(line) && !this.#feedMarked(line)) this.#feedText(line);
  }

  #feedCode(block: CodeBlock, line: string): void {
    const isEnd = line.trim().startsWith(block.fence) && /^(`+|~+)$/.test(line.trim());
    if (!isEnd) block.lines.push(line.replace(new RegExp(`^ {0,${block.indent}}`), ""));
    else {
      block.isOpen = false;
      this.#close();
    }
  }

  #feedTable(line: string): boolean {
    const block = this.#open?.block;
    if (block?.kind === "table" && line.includes("|")) {
      const head = block.lines.slice(0, 2);
      if (this.#hasRoom(line) && block.lines.length < LONGEST_TABLE) block.lines.push(line);
      else if (head.join("").length <= LONGEST_HEAD) {
        this.#goOn({ kind: "table", lines: [...head, line] });
      } else this.#goOn({ kind: "paragraph", indent: 0, lines: [line] });
      return true;
    }
    const header =
      block?.kind === "paragraph" && block.lines.length === 1 ? block.lines[0] : undefined;
    if (this.#open === undefined || !header?.includes("|") || !isDelimiterRow(line)) return false;
    this.#open = { ...this.#open, block: { kind: "table", lines: [header, line] } };
    this.#length += line.length;
    return true;
  }

  /** Lines that begin something by a mark of their own. */
  #feedMarked(line: string): boolean {
    const fence = FENCE.exec(line);
    if (fence) {
      const [, indent = "", mark = "", info = ""] = fence;
      const language = (info.trim().split(/\s/)[0] ?? "").toLowerCase();
      this.#start({
        kind: "code",
        language,
        indent: indent.length,
        fence: mark,
        lines: [],
        isOpen: true,
      });
      return true;
    }
    const heading = HEADING.exec(line);
    if (heading) {
      const text = headingText(line.slice(heading[0].length));
      return this.#whole({ kind: "heading", level: heading[1]?.length ?? 1, text });
    }
    if (this.#underline(line)) return true;
    if (RULE.test(line)) return this.#whole({ kind: "rule" });
    const item = ITEM.exec(line);
    if (item) {
      const [, indent = "", marker = "", text = ""] = item;
      const columns = indent.replaceAll("\t", "    ").length;
      this.#start({ kind: "item", indent: columns, marker, lines: [text] });
      return true;
    }
    const quote = QUOTE.exec(line);
    if (!quote) return false;
    const [, inner = ""] = quote;
    const block = this.#open?.block;
    if (block?.kind !== "quote") this.#start({ kind: "quote", lines: [inner] });
    else if (this.#hasRoom(inner)) block.lines.push(inner);
    else this.#goOn({ kind: "quote", lines: [inner] });
    return true;
  }

  /** A row of `=` or `-` below a line makes it a heading, if it may be one. */
  #underline(line: string): boolean {
    const under = SETEXT.exec(line);
    const block = this.#open?.block;
    if (!under || block?.kind !== "paragraph" || !mayBeTitle(block)) return false;
    const level = under[1]?.startsWith("=") ? 1 : 2;
    const heading: Block = { kind: "heading", level, text: block.lines.join(" ") };
    const placed = { hasGap: false, ...this.#open, block: heading };
    this.#open = undefined;
    this.#emit(placed);
    return true;
  }

  #feedText(line: string): void {
    const block = this.#open?.block;
    const text = line.trimStart();
    if (block?.kind === "paragraph" || block?.kind === "item" || block?.kind === "quote") {
      if (this.#hasRoom(text)) block.lines.push(text);
      else if (block.kind === "quote") this.#goOn({ kind: "quote", lines: [text] });
      else {
        const indent = block.indent + (block.kind === "item" ? block.marker.length + 1 : 0);
        this.#goOn({ kind: "paragraph", indent, lines: [text] });
      }
      return;
    }
    this.#start({ kind: "paragraph", indent: line.search(/\S/), lines: [text] });
  }

  #whole(block: Block): true {
    this.#start(block);
    this.#close();
    return true;
  }

  /**
   * Whether the line may still go into the open block; then it counts as put there. How long the line is does not matter:
   * it may not be complete yet, and must not leave the block when it grows.
   */
  #hasRoom(line: string): boolean {
    const isFull = this.#length >= LONGEST_BLOCK;
    this.#length += line.length + 1;
    return !isFull;
  }

  #start(block: Block): void {
    this.#close();
    this.#open = { block, hasGap: this.#hasGap };
    this.#length = lengthOf(block);
    this.#hasGap = false;
  }

  #goOn(block: Block): void {
    this.#close();
    this.#open = { block, hasGap: false, continues: true };
    this.#length = lengthOf(block);
  }

  #close(): void {
    if (this.#open) this.#emit(this.#open);
    this.#open = undefined;
  }
}

/** The characters of its source, about. */
export function lengthOf(block: Block): number {
  return "lines" in block ? block.lines.reduce((sum, line) => sum + line.length + 1, 0) : 0;
}

/** Whether a line stands between the head of a table and its body. */
function isDelimiterRow(line: string): boolean {
  if (!line.includes("-")) return false;
  const cells = line.split("|").map((cell) => cell.trim());
  if (cells[0] === "") cells.shift();
  if (cells.at(-1) === "") cells.pop();
  return cells.length > 0 && cells.every((cell) => DELIMITER.test(cell));
}

/** Without the signs that may close a heading and mean nothing. */
function headingText(line: string): string {
  const text = line.trim();
  let end = text.length;
  while (text[end - 1] === "#") end -= 1;
  return end > 0 && /\s/.test(text[end - 1] ?? "") ? text.slice(0, end).trimEnd() : text;
}
