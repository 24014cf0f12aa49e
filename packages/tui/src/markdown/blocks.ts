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
}

const FENCE = /^(\s*)(`{3,}|~{3,})\s*([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/;
const SETEXT = /^ {0,3}(=+|-+)\s*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])(?:\s+(.*))?$/;
const QUOTE = /^\s{0,3}>\s?(.*)$/;
const DELIMITERS = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** Models mean a rule where they put one below a text; and a text may be on the screen for good when its underline comes. */
const LONGEST_TITLE = 60;

/** Whether a row of `=` or `-` below it would make it a heading. */
export function mayBeTitle({ lines }: { readonly lines: readonly string[] }): boolean {
  return lines.length === 1 && (lines[0] ?? "").length <= LONGEST_TITLE;
}

/** Splits lines into blocks as they come. */
export class BlockReader {
  #open: PlacedBlock | undefined;
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
      block.lines.push(line);
      return true;
    }
    const header =
      block?.kind === "paragraph" && block.lines.length === 1 ? block.lines[0] : undefined;
    if (!header?.includes("|") || !line.includes("-") || !DELIMITERS.test(line)) return false;
    this.#open = {
      hasGap: this.#open?.hasGap ?? false,
      block: { kind: "table", lines: [header, line] },
    };
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
    if (heading)
      return this.#whole({
        kind: "heading",
        level: heading[1]?.length ?? 1,
        text: heading[2] ?? "",
      });
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
    if (this.#open?.block.kind === "quote") this.#open.block.lines.push(quote[1] ?? "");
    else this.#start({ kind: "quote", lines: [quote[1] ?? ""] });
    return true;
  }

  /** A row of `=` or `-` below a line makes it a heading, if it may be one. */
  #underline(line: string): boolean {
    const under = SETEXT.exec(line);
    const block = this.#open?.block;
    if (!under || block?.kind !== "paragraph" || !mayBeTitle(block)) return false;
    const hasGap = this.#open?.hasGap ?? false;
    const level = under[1]?.startsWith("=") ? 1 : 2;
    this.#open = undefined;
    this.#emit({ hasGap, block: { kind: "heading", level, text: block.lines.join(" ") } });
    return true;
  }

  #feedText(line: string): void {
    const block = this.#open?.block;
    if (block?.kind === "paragraph" || block?.kind === "item" || block?.kind === "quote") {
      block.lines.push(line.trimStart());
      return;
    }
    const indent = line.search(/\S/);
    this.#start({ kind: "paragraph", indent, lines: [line.trimStart()] });
  }

  #whole(block: Block): true {
    this.#start(block);
    this.#close();
    return true;
  }

  #start(block: Block): void {
    this.#close();
    this.#open = { block, hasGap: this.#hasGap };
    this.#hasGap = false;
  }

  #close(): void {
    if (this.#open) this.#emit(this.#open);
    this.#open = undefined;
  }
}
