import type { Key } from "../input/events.js";
import type { Theme } from "../theme/theme.js";

/** What a dialog is about: all of it where there is room, else a part that keys move, and how much there is more. */
export class MessageWindow {
  readonly #draw: (width: number) => readonly string[];
  readonly #theme: Theme;
  readonly #hasLetters: boolean;
  #drawn: { width: number; rows: readonly string[] } | undefined;
  #top = 0;
  #shown = Infinity;

  /** `letters`: whether letters and the space bar move it, too, as nobody types here. */
  constructor(
    draw: (width: number) => readonly string[],
    theme: Theme,
    { letters = false }: { letters?: boolean } = {},
  ) {
    this.#draw = draw;
    this.#theme = theme;
    this.#hasLetters = letters;
  }

  /** Whether some of it is out of sight, as it was drawn last. */
  get isPartial(): boolean {
    return (this.#drawn?.rows.length ?? 0) > this.#shown;
  }

  handleKey(key: Key): boolean {
    if (!this.isPartial) return false;
    const rows = this.#drawn?.rows.length ?? 0;
    const page = this.#shown;
    const steps: Readonly<Record<string, number>> = {
      pageup: -page,
      pagedown: page,
      ...(this.#hasLetters && { space: page, k: -1, j: 1, home: -rows, end: rows }),
    };
    const step = steps[key.id];
    if (step === undefined) return false;
    this.#top = this.#clamp(this.#top + step, rows);
    return true;
  }

  /** With a gap below it, or with what is not shown. */
  render(width: number, room: number): readonly string[] {
    const rows = this.#rows(width);
    if (rows.length === 0) return [];
    if (rows.length < room) {
      this.#shown = rows.length;
      return [...rows, ""];
    }
    this.#shown = Math.max(1, room - 1);
    this.#top = this.#clamp(this.#top, rows.length);
    const end = Math.min(rows.length, this.#top + this.#shown);
    return [...rows.slice(this.#top, end), this.#describePlace(end, rows.length)];
  }

  #rows(width: number): readonly string[] {
    if (this.#drawn?.width !== width) this.#drawn = { width, rows: this.#draw(width) };
    return this.#drawn.rows;
  }

  #describePlace(end: number, count: number): string {
    const below = count - end;
    const part = `${this.#top + 1}–${end} of ${count}`;
    if (below === 0) return this.#theme.paint("muted", `the end · ${part}`);
    const rows = below === 1 ? "row" : "rows";
    return this.#theme.paint("warn", `${below} more ${rows} below ↓ · ${part}`);
  }

  #clamp(top: number, count: number): number {
    return Math.max(0, Math.min(count - this.#shown, top));
  }
}
