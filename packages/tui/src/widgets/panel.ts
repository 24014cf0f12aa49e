import type { Key } from "../input/events.js";
import { oneLine } from "../sanitize.js";
import type { Theme } from "../theme/theme.js";
import { boxRows } from "./box.js";
import type { Component } from "./component.js";
import { textRows } from "./text.js";

/** What a panel shows. All of it may be foreign; colours in the lines are kept. */
export interface PanelContent {
  readonly title?: string;
  readonly lines?: readonly string[];
  readonly footer?: string;
}

/** Who owns a panel. */
export interface PanelOptions {
  readonly theme: Theme;
  /** Who fills it: named before the title, which is theirs, so that no title can hide or forge it. */
  readonly owner?: string;
  /** Gets each key while the panel has the focus; returns whether it used it. */
  readonly onKey?: (key: Key) => boolean;
  readonly isFocused?: () => boolean;
  /** Rows of content at most. Default: 12. */
  readonly maxRows?: () => number;
}

/**
 * A box of lines that someone else fills, with a title, a footer and a mark while it has the focus. Lines that find no
 * room are reported, never silently cut.
 *
 * @example
 * import { Panel, Theme } from "@zot/tui";
 * const panel = new Panel({ title: "Todo", lines: ["[ ] write"] }, { theme: new Theme() });
 * panel.update({ lines: ["[x] write"] });
 */
export class Panel implements Component {
  #content: PanelContent;
  readonly #options: PanelOptions;

  constructor(content: PanelContent, options: PanelOptions) {
    this.#content = content;
    this.#options = options;
  }

  /** Changes what is given; an empty or missing title keeps the old one. */
  update(content: PanelContent): void {
    const title =
      content.title === undefined || content.title === "" ? this.#content.title : content.title;
    this.#content = { ...this.#content, ...content, ...(title === undefined ? {} : { title }) };
  }

  /** The cells inside, for content of that width: what an extension is told. */
  static innerWidth(width: number): number {
    return Math.max(1, width - 4);
  }

  render(width: number): readonly string[] {
    const { theme } = this.#options;
    const most = Math.max(1, this.#options.maxRows?.() ?? 12);
    const { lines = [] } = this.#content;
    const rows: string[] = [];
    let drawn = 0;
    // Panels are drawn for every frame: lines that find no room are counted, not wrapped.
    for (; drawn < lines.length && rows.length <= most; drawn += 1) {
      const line = lines[drawn] ?? "";
      rows.push(...textRows(line, Panel.innerWidth(width), { styles: true, anywhere: true }));
    }
    const hidden = rows.length - most + lines.length - drawn;
    const shown =
      hidden <= 0
        ? rows
        : [...rows.slice(0, most - 1), theme.paint("muted", `… ${hidden + 1} more`)];
    return boxRows(shown, width, {
      theme,
      title: this.#title(),
      footer: this.#content.footer ?? "",
      focused: this.#options.isFocused?.() ?? false,
    });
  }

  #title(): string {
    const { owner = "" } = this.#options;
    const title = oneLine(this.#content.title ?? "");
    return [owner, title === owner ? "" : title].filter((part) => part !== "").join(": ");
  }

  handleKey(key: Key): boolean {
    return this.#options.onKey?.(key) ?? false;
  }
}
