import { oneLine } from "../sanitize.js";
import type { StyleName, Theme } from "../theme/theme.js";
import type { Component } from "./component.js";
import { textRows } from "./text.js";

/** How grave a note is. */
export type NoteLevel = "info" | "success" | "warn" | "error";

interface Note {
  readonly source: string;
  readonly level: NoteLevel;
  readonly text: string;
  readonly rows: () => number;
}

const SIGNS: Readonly<Record<NoteLevel, string>> = {
  info: "•",
  success: "✓",
  warn: "!",
  error: "✗",
};
const ROWS_EACH = 4;

/**
 * Short messages of others, each with its sender's name. They stay until they are taken back or cleared.
 *
 * @example
 * import { Notes, Theme } from "@zot/tui";
 * const notes = new Notes(new Theme());
 * notes.add("weather", "warn", "no data since noon");
 * notes.clear("weather");
 */
export class Notes implements Component {
  readonly #theme: Theme;
  #notes: Note[] = [];

  constructor(theme: Theme) {
    this.#theme = theme;
  }

  get isEmpty(): boolean {
    return this.#notes.length === 0;
  }

  /** What they say, a line each at least. */
  get text(): string {
    return this.#notes.map(({ source, text }) => `${source}: ${text}`).join("\n");
  }

  /** Of a text longer than `rows` the rest is counted. */
  add(source: string, level: NoteLevel, text: string, rows: () => number = () => ROWS_EACH): void {
    this.#notes.push({ source, level, text, rows });
  }

  /** Takes back the notes of one sender, or all of them. */
  clear(source?: string): void {
    this.#notes = source === undefined ? [] : this.#notes.filter((note) => note.source !== source);
  }

  render(width: number): readonly string[] {
    return this.#notes.flatMap((note) => this.#rows(note, width));
  }

  #rows({ source, level, text, rows: most }: Note, width: number): string[] {
    const style: StyleName = level;
    const lead = `${SIGNS[level]} ${oneLine(source)}: `;
    const rows = textRows(`${lead}${text}`, width, { indent: "  " });
    const hidden = rows.length - most();
    const shown = hidden > 0 ? [...rows.slice(0, most() - 1), `  … ${hidden + 1} more rows`] : rows;
    return shown.map((row) => this.#theme.paint(style, row));
  }
}
