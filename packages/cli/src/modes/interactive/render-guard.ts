import { sanitize } from "@zot/tui";

/**
 * Draws the parts of the screen. What a part shows comes from models, tools, files and extensions, and a text that it
 * can't cope with must not end the program: it is shown as plain text instead, and the other parts go on.
 */
export class RenderGuard {
  readonly #report: (what: string, error: unknown) => void;
  readonly #told = new Set<string>();

  /** `report` hears of each part that fails, once. */
  constructor(report: (what: string, error: unknown) => void) {
    this.#report = report;
  }

  /** The rows of a part; those of `text` where it fails. */
  draw(
    what: string,
    width: number,
    rows: () => readonly string[],
    text: () => string,
  ): readonly string[] {
    return this.attempt(what, rows, () => this.plain(what, width, text()));
  }

  /** Does something with a part; something else where that fails. */
  attempt<Result>(what: string, work: () => Result, instead: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!this.#told.has(what)) {
        this.#told.add(what);
        this.#report(what, error);
      }
      return instead();
    }
  }

  /** Text as it is, with as little code between it and the screen as can be. */
  plain(what: string, width: number, text: string): string[] {
    // Half of it, because a character may take two cells.
    const room = Math.max(1, Math.floor(width / 2));
    const lines = [
      `(${what} could not be drawn, so it is shown as it is)`,
      ...sanitize(text).split("\n"),
    ];
    return lines.flatMap((line) => {
      const characters = Array.from(line.replaceAll("\t", " "));
      const isNarrow = /^[ -~]*$/.test(line);
      const most = isNarrow ? room * 2 : room;
      const rows: string[] = [];
      for (let at = 0; at === 0 || at < characters.length; at += most) {
        rows.push(characters.slice(at, at + most).join(""));
      }
      return rows;
    });
  }
}
