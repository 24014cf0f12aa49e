import { ERASE_BELOW, SYNC_END, SYNC_START } from "../terminal/modes.js";
import type { Terminal } from "../terminal/terminal.js";
import { ESC } from "../text/ansi.js";
import { dropLines } from "../text/drop-text.js";
import { LiveArea } from "./live-area.js";
import { ReflowKind } from "./reflow.js";
import { rowBytes, toRow } from "./row.js";
import { ResizeWatch, type Found } from "./resize-watch.js";
import { FrameScheduler } from "./scheduler.js";
import { isSameSize } from "./size.js";
import type { Whereabouts } from "./where-probe.js";

/** Draws the live area: rows at most `width` cells wide. Only the last `height` of them find room. */
export type LiveView = (width: number, height: number) => readonly string[];

/**
 * Told lines of the live area that a resize has pushed up into the scrollback, from the first on, by their text. What of
 * it is text counts as finished now, as it stands there; the view leaves it out from then on.
 */
export type KeepLines = (lines: readonly string[]) => void;

/** Tells whether what the live area shows will soon go again: a dialog, a popup. */
export type IsPassing = () => boolean;

/** How a screen behaves. */
export interface ScreenOptions {
  /** Frames per second at most. Default: 30. */
  readonly framesPerSecond?: number;
  /** How long a new size must last before anything is drawn for it, in milliseconds. Default: 40. */
  readonly calmMs?: number;
}

/**
 * The main screen of a terminal: finished rows, which go up into the terminal's own scrollback and are never written
 * again, and below them a live area that is redrawn by difference.
 *
 * @example
 * import { openTerminal, Screen } from "@zot/tui";
 * const screen = new Screen(openTerminal());
 * screen.setLive((width) => ["─".repeat(width), "ready"]);
 * screen.commit(["a finished line"]);
 */
export class Screen {
  readonly terminal: Terminal;
  readonly #scheduler: FrameScheduler;
  readonly #watch: ResizeWatch;
  readonly #reflow: ReflowKind;
  readonly #area: LiveArea;
  readonly #undo: readonly (() => void)[];
  #view: LiveView = () => [];
  #keep: KeepLines = () => undefined;
  #isPassing: IsPassing = () => false;
  #pending: ((width: number) => readonly string[])[] = [];
  /** Where the cursor was after the last frame, as far as the terminal has said. */
  #lastWhere: Whereabouts | undefined;
  /** Whether others may have written to the screen. */
  #isInDoubt = false;
  #isClosed = false;

  constructor(terminal: Terminal, options: ScreenOptions = {}) {
    this.terminal = terminal;
    this.#scheduler = new FrameScheduler(() => this.#frame(), options.framesPerSecond ?? 30);
    this.#watch = new ResizeWatch(terminal, options.calmMs ?? 40, {
      onReady: () => {
        this.requestRender({ now: true });
      },
      onReport: (frame, where) => {
        this.#lastWhere = where;
        const amidResize = this.#watch.isDue || this.#watch.isBusy;
        if (this.#area.report(frame, where, amidResize)) return;
        this.#watch.noteTorn();
        this.requestRender();
      },
    });
    this.#area = new LiveArea(this.#watch.size);
    this.#reflow = new ReflowKind(terminal);
    this.#undo = [
      terminal.onResize(() => {
        this.requestRender({ now: true });
      }),
      terminal.onDrain(() => {
        this.#scheduler.unblock();
      }),
      terminal.onResume((pause) => {
        if (pause === "prepared") {
          this.#watch.forget();
          this.#area.forget();
        } else {
          this.#isInDoubt = true;
          this.#watch.noteTorn();
        }
        this.requestRender();
      }),
      terminal.onRestore(() => this.#farewell()),
    ];
  }

  /**
   * The cells that views get. The terminal's last column stays empty: then a window that loses one column, as it does
   * over and over under the mouse, wraps nothing.
   */
  get width(): number {
    return this.terminal.columns - 1;
  }

  get height(): number {
    return this.terminal.rows;
  }

  /**
   * Sets what the live area shows. The view is called for each frame, never more often. While it is passing, what finds
   * no room below covers finished rows, which come back after it; else they go up into the scrollback.
   */
  setLive(
    view: LiveView,
    keep: KeepLines = () => undefined,
    isPassing: IsPassing = () => false,
  ): void {
    this.#view = view;
    this.#keep = keep;
    this.#isPassing = isPassing;
    this.requestRender();
  }

  /**
   * Adds finished rows above the live area, for good. A function is called once, with the width of the frame that
   * shows them. Rows that already stand at the top of the live area are left as they are on the screen.
   */
  commit(rows: readonly string[] | ((width: number) => readonly string[])): void {
    this.#pending.push(typeof rows === "function" ? rows : () => rows);
    this.requestRender();
  }

  /** Asks for a frame; many requests make one. With `now` it comes before the next event: for the echo of a key. */
  requestRender(options: { readonly now?: boolean } = {}): void {
    if (this.#isClosed) return;
    if (options.now === true) this.#scheduler.requestNow();
    else this.#scheduler.request();
  }

  /** Empties the visible screen, as ctrl+l does. The scrollback stays. */
  clear(): void {
    this.terminal.write(`${ESC}[H${ERASE_BELOW}`);
    this.#area.forget();
    this.requestRender();
  }

  /** Writes what is still pending, takes the live area away and leaves the cursor below the finished rows. */
  close(): void {
    if (this.#isClosed) return;
    this.terminal.write(this.#farewell());
    this.#isClosed = true;
    this.#scheduler.close();
    this.#watch.close();
    this.#reflow.close();
    for (const undo of this.#undo) undo();
  }

  /** Returns whether the terminal keeps up. */
  #frame(): boolean {
    if (this.#watch.isBusy) return true;
    const found = this.#watch.take();
    if (found) return this.#repaint(found);
    if (this.#watch.isDue) return this.terminal.write(this.#watch.ask());
    return this.#paint("", this.#takePending());
  }

  #repaint(found: Found): boolean {
    const wasInDoubt = this.#isInDoubt;
    this.#isInDoubt = false;
    if (wasInDoubt && !this.#isAsLeft(found)) {
      this.#area.forget();
      return this.#paint(found.where?.column === 0 ? "" : "\r\n", this.#takePending());
    }
    const { bytes, again, off } = this.#area.recover({ ...found, reflow: this.#reflow.kind });
    const left = dropLines([...again, ...this.#takePending()], off);
    if (left.rows.length === 0 && left.lines.length > 0) this.#keep(left.lines);
    return this.#paint(bytes, left.rows);
  }

  /** Whether the cursor is where the last frame left it. With another size it may have moved on its own account. */
  #isAsLeft({ where, sizes }: Found): boolean {
    const last = this.#lastWhere;
    if (where === undefined || last === undefined) return false;
    if (sizes.some((size) => !isSameSize(size, sizes[0]))) return true;
    return where.row === last.row && where.column === last.column;
  }

  #paint(start: string, finished: readonly string[]): boolean {
    const { size } = this.#watch;
    const live = this.#view(size.columns - 1, size.rows).slice(-size.rows);
    const bytes = start + this.#area.draw(finished, live, size, this.#isPassing());
    if (bytes === "") return true;
    const question = this.#watch.askAfter(this.#area.note(bytes));
    return this.terminal.write(SYNC_START + bytes + question + SYNC_END);
  }

  #takePending(): string[] {
    if (this.#pending.length === 0) return [];
    const pending = this.#pending;
    this.#pending = [];
    return pending.flatMap((rows) => rows(this.#watch.size.columns - 1));
  }

  #farewell(): string {
    if (this.#isClosed) return "";
    const finished = [...this.#area.takeCovered(), ...this.#takePending()].map(
      (row) => rowBytes(toRow(row, this.#watch.size.columns)) + "\r\n",
    );
    return this.#area.erase() + finished.join("");
  }
}
