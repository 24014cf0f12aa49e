import { CURSOR, Screen, stringWidth, stripStyles } from "@zot/tui";
import type { VirtualTerminal } from "@zot/tui/testing";
import { expect } from "vitest";
import { RowTexts } from "./row-texts.js";

type Rows = Parameters<Screen["commit"]>[0];
type SetLive = Parameters<Screen["setLive"]>;

/**
 * A screen that knows what it was told to show, and so what must stand in the terminal: all finished rows, once and in
 * order, then the live ones.
 */
export class RecordedScreen extends Screen {
  readonly #virtual: VirtualTerminal;
  readonly #texts = new Map<number, RowTexts>();
  /** What stands above the live rows, as text. */
  #above: string[] = [];
  /** How many rows of it are of before the screen was emptied or resized the last time. */
  #old = 0;
  /** Rows that were finished since then and are not in `above` yet. */
  #finished: string[] = [];
  #live: readonly string[] = [];
  #isPassing = false;
  #before = { columns: 0, rows: 0, live: this.#live };
  frames = 0;
  /** How often the screen was emptied. */
  clears = 0;

  constructor(terminal: VirtualTerminal) {
    super(terminal);
    this.#virtual = terminal;
  }

  override commit(rows: Rows): void {
    super.commit((width) => {
      const drawn = typeof rows === "function" ? rows(width) : rows;
      this.#finished.push(...drawn);
      return drawn;
    });
  }

  override setLive(...[view, keep = () => 0, isPassing = () => false]: SetLive): void {
    super.setLive(
      (width, height) => {
        const rows = view(width, height);
        this.frames += 1;
        this.#live = rows.slice(-height);
        return rows;
      },
      (count) => {
        this.#takeFinished();
        const kept = keep(count);
        this.#above.push(...this.#textsOf(this.#live.slice(0, kept), this.#before.columns));
        return kept;
      },
      () => (this.#isPassing = isPassing()),
    );
  }

  override clear(): void {
    super.clear();
    this.clears += 1;
    this.#rebase(this.#virtual.emulator.scrollback());
    this.#finished = [];
    this.#live = [];
  }

  /** Scrollback and screen hold what they must. What passes may cover some finished rows. */
  check(): void {
    const now = this.#virtual.emulator.all();
    const above = this.#takeFinished();
    const live = this.#textsOf(this.#live);
    while (live.at(-1) === "") live.pop();
    const missing = above.length + live.length - now.length;
    const covered = this.#isPassing ? Math.min(live.length, Math.max(0, missing)) : 0;
    const wanted = [...above.slice(0, above.length - covered), ...live];
    while (wanted.at(-1) === "") wanted.pop();
    if (now.join("\n") !== wanted.join("\n")) expect(now).toEqual(wanted);
    this.#checkCursor(above.length - covered);
  }

  /** The terminal will be resized: where finished rows break is up to it from then on. */
  expectResize(): void {
    this.#takeFinished();
    const { columns, rows } = this.terminal;
    this.#before = { columns, rows, live: this.#textsOf(this.#live) };
  }

  /**
   * After a calm resize every finished word is there, once and in order, and the live rows stand below. A terminal that
   * becomes narrower or lower may push live rows up into its scrollback, out of reach: they may be left between the two.
   */
  checkResized(): void {
    const now = this.#virtual.emulator.all();
    const live = this.#textsOf(this.#live);
    while (live.at(-1) === "") live.pop();
    expect(now.slice(-live.length)).toEqual(live);
    const above = now.slice(0, now.length - live.length);
    const wanted = squeeze(this.#takeFinished());
    const found = squeeze(above);
    const { columns, rows } = this.#before;
    const mayLeave = this.terminal.columns < columns || this.terminal.rows < rows;
    const left = mayLeave && found.startsWith(wanted) ? found.slice(wanted.length) : "";
    if (!squeeze(this.#before.live).includes(left)) expect(found).toBe(wanted);
    expect(found.slice(0, found.length - left.length)).toBe(wanted);
    this.#rebase(above);
  }

  /** The live rows as they were drawn last. */
  get live(): readonly string[] {
    return this.#live;
  }

  /** How the rows look that stand below those of before the screen was emptied or resized the last time. */
  looks(): readonly string[] {
    return this.#virtual.emulator.looks().slice(this.#old);
  }

  #rebase(above: string[]): void {
    this.#above = above;
    this.#old = above.length;
  }

  #takeFinished(): readonly string[] {
    this.#above.push(...this.#textsOf(this.#finished));
    this.#finished = [];
    return this.#above;
  }

  #checkCursor(above: number): void {
    const at = this.#live.findLastIndex((row) => row.includes(CURSOR));
    if (at === -1) return;
    const { emulator } = this.#virtual;
    const [before = ""] = (this.#live[at] ?? "").split(CURSOR);
    const row = emulator.scrollback().length + emulator.cursor.row;
    const column = stringWidth(stripStyles(before));
    expect([row, emulator.cursor.column], "the cursor").toEqual([above + at, column]);
  }

  #textsOf(rows: readonly string[], columns = this.#virtual.columns): string[] {
    const texts = this.#texts.get(columns) ?? new RowTexts(columns);
    this.#texts.set(columns, texts);
    return texts.read(rows);
  }
}

/** Without spaces, and without the parts of emoji that take no cell of their own. */
const squeeze = (rows: readonly string[]) =>
  rows.join("").replace(/\s|\p{M}|\p{EMod}|\u200d/gu, "");
