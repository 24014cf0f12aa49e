import type { Key } from "../input/events.js";
import { oneLine } from "../sanitize.js";
import { truncate } from "../text/fit.js";
import { stringWidth } from "../text/width.js";
import type { Theme } from "../theme/theme.js";
import type { Component } from "./component.js";
import { fuzzyFilter, fuzzyMatch } from "./fuzzy.js";
import { LineInput } from "./line-input.js";
import { windowAround } from "./window.js";

/** Where descriptions get only what names leave. */
const NARROW = 44;

/** One thing to choose. */
export interface SelectItem<Value> {
  readonly value: Value;
  readonly label: string;
  readonly description?: string;
  /** Searched as well, but not shown. */
  readonly keywords?: string;
}

/** What a list offers. */
export interface SelectListOptions<Value> {
  readonly theme: Theme;
  readonly items: readonly SelectItem<Value>[];
  /** Typing narrows the list down. Default: false. */
  readonly filter?: boolean;
  readonly selected?: Value;
  /** Items shown at most. Default: 8. */
  readonly maxRows?: () => number;
  readonly onSelect: (item: SelectItem<Value>) => void;
  /** When nothing is left after filtering. */
  readonly emptyText?: string;
}

/**
 * A list to choose from, narrowed down by typing if wanted.
 *
 * @example
 * import { SelectList, Theme } from "@zot/tui";
 * new SelectList({
 *   theme: new Theme(),
 *   items: [{ value: 1, label: "one" }],
 *   filter: true,
 *   onSelect: (item) => console.log(item.value),
 * });
 */
export class SelectList<Value> implements Component {
  readonly #options: SelectListOptions<Value>;
  readonly #input = new LineInput();
  #shown: readonly SelectItem<Value>[];
  #at: number;

  constructor(options: SelectListOptions<Value>) {
    this.#options = options;
    this.#shown = options.items;
    this.#at = Math.max(
      0,
      options.items.findIndex((item) => item.value === options.selected),
    );
  }

  /** The item that enter would choose. */
  get selected(): SelectItem<Value> | undefined {
    return this.#shown[this.#at];
  }

  get query(): string {
    return this.#input.text;
  }

  handlePaste(text: string): boolean {
    if (this.#options.filter !== true) return false;
    this.#input.insert(text);
    this.#narrow();
    return true;
  }

  handleKey(key: Key): boolean {
    const page = this.#height();
    const step = { up: -1, "ctrl+p": -1, down: 1, "ctrl+n": 1, pageup: -page, pagedown: page }[
      key.id
    ];
    if (step !== undefined) this.#move(step);
    else if (key.id === "enter") {
      if (this.selected) this.#options.onSelect(this.selected);
    } else if (this.#options.filter === true && this.#input.handleKey(key)) this.#narrow();
    else if (key.id === "home") this.#at = 0;
    else if (key.id === "end") this.#at = Math.max(0, this.#shown.length - 1);
    else return false;
    return true;
  }

  render(width: number): readonly string[] {
    const { theme } = this.#options;
    const { start, end } = windowAround(this.#at, this.#shown.length, this.#height());
    const shown = this.#shown.slice(start, end);
    const widest = Math.max(0, ...shown.map((item) => stringWidth(oneLine(item.label))));
    const about = Math.max(0, ...shown.map((item) => stringWidth(oneLine(item.description ?? ""))));
    // What it is called comes first; where there is room for both, neither takes all of it.
    const share = width < NARROW ? width : Math.max(Math.floor(width * 0.5), width - about - 5);
    const column = Math.min(widest, share, width - 2);
    const rows = shown.map((item, at) => this.#row(item, start + at === this.#at, width, column));
    const hidden = this.#shown.length - shown.length;
    if (this.#shown.length === 0)
      rows.push(theme.paint("muted", `  ${this.#options.emptyText ?? "no match"}`));
    if (hidden > 0) rows.push(theme.paint("muted", `  ${this.#at + 1}/${this.#shown.length}`));
    if (this.#options.filter !== true) return rows;
    return [`${theme.paint("accent", "/ ")}${this.#input.render(width - 2)}`, ...rows];
  }

  #height(): number {
    return Math.max(1, this.#options.maxRows?.() ?? 8);
  }

  #move(by: number): void {
    const { length } = this.#shown;
    if (length === 0) return;
    const isPage = Math.abs(by) > 1;
    const to = this.#at + by;
    this.#at = isPage ? Math.max(0, Math.min(length - 1, to)) : (to + length) % length;
  }

  #narrow(): void {
    const { items } = this.#options;
    const nameOf = (item: SelectItem<Value>) => `${item.label} ${item.keywords ?? ""}`;
    const named = fuzzyFilter(items, this.query, nameOf);
    // A description is long: a few letters in order would be found in nearly all of them.
    const words = this.query.toLowerCase().split(/\s+/);
    const described = items.filter((item) => {
      const text = `${nameOf(item)} ${item.description ?? ""}`.toLowerCase();
      return !named.includes(item) && words.every((word) => text.includes(word));
    });
    this.#shown = [...named, ...described];
    this.#at = 0;
  }

  #row(item: SelectItem<Value>, isSelected: boolean, width: number, column: number): string {
    const { theme } = this.#options;
    const label = truncate(oneLine(item.label), column);
    const gap = " ".repeat(Math.max(0, column - stringWidth(label)));
    const room = width - column - 5;
    const about =
      item.description === undefined || room < 6 ? "" : truncate(oneLine(item.description), room);
    const name = isSelected ? theme.paint("selected", `› ${label}`) : `  ${this.#highlight(label)}`;
    return about === "" ? name : `${name}${gap}  ${theme.paint("muted", about)}`;
  }

  #highlight(label: string): string {
    const match = this.query === "" ? undefined : fuzzyMatch(this.query, label);
    if (match === undefined) return label;
    const { theme } = this.#options;
    return label
      .split("")
      .map((char, at) =>
        match.positions.includes(at) && char < "\x7f" ? theme.paint("match", char) : char,
      )
      .join("");
  }
}
