import { ERASE_BELOW, SYNC_END, SYNC_START } from "../terminal/modes.js";
import type { Terminal } from "../terminal/terminal.js";
import { ESC } from "../text/ansi.js";
import { LiveArea } from "./live-area.js";
import { reflowOf, type Reflow } from "./reflow.js";
import { ResizeWatch, type Resized } from "./resize-watch.js";
import { rowBytes, toRow } from "./row.js";
import { FrameScheduler } from "./scheduler.js";
import { isSameSize } from "./size.js";

/** Draws the live area: rows at most `width` cells wide. Only the last `height` of them find room. */
export type LiveView = (width: number, height: number) => readonly string[];

/**
 * Told how many of the rows that the view gave last have gone up into the scrollback, from the first on: a window that got
 * smaller has pushed them there. Returns how many of them count as finished now, as they stand there; the view leaves
 * these out from then on.
 */
export type KeepRows = (count: number) => number;

/** Tells whether what the live area shows will soon go again: a dialog, a popup. */
export type IsPassing = () => boolean;

/** For 250 ms after one new size tmux takes others without a word; only then does it tell the next one at once. */
const TMUX_CALM_MS = 300;

/** How a screen behaves. */
export interface ScreenOptions {
  /** Frames per second at most. Default: 30. */
  readonly framesPerSecond?: number;
  /** How long a new size must last before anything is drawn for it, in milliseconds. Default: 50. */
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
  readonly #area: LiveArea;
  readonly #undo: readonly (() => void)[];
  #view: LiveView = () => [];
  #keep: KeepRows = () => 0;
  #isPassing: IsPassing = () => false;
  /** Whether the first rows that the view gave found no room. */
  #isCut = false;
  #pending: ((width: number) => readonly string[])[] = [];
  #reflow: Reflow;
  /** Whether others may have written to the screen. */
  #isInDoubt = false;
  #isClosed = false;

  constructor(terminal: Terminal, options: ScreenOptions = {}) {
    this.terminal = terminal;
    this.#scheduler = new FrameScheduler(() => this.#frame(), options.framesPerSecond ?? 30);
    const { calmMs = 50 } = options;
    this.#watch = new ResizeWatch(
      terminal,
      () => (this.#reflow === "tmux" ? Math.max(calmMs, TMUX_CALM_MS) : calmMs),
      () => {
        this.requestRender({ now: true });
      },
    );
    this.#area = new LiveArea(this.#watch.size);
    this.#reflow = terminal.reflows ? "usual" : "none";
    this.#undo = [
      terminal.onReply((reply) => {
        this.#reflow = reflowOf(reply) ?? this.#reflow;
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
          this.#watch.check();
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
  setLive(view: LiveView, keep: KeepRows = () => 0, isPassing: IsPassing = () => false): void {
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
    for (const undo of this.#undo) undo();
  }

  /** Returns whether the terminal keeps up. */
  #frame(): boolean {
    if (this.#watch.isBusy()) return true;
    const resized = this.#watch.take();
    if (resized === undefined) return this.#paint("", this.#takePending());
    if (this.#hasMoved(resized)) {
      this.#area.forget();
      return this.#paint(resized.cursor?.column === 0 ? "" : "\r\n", this.#takePending());
    }
    // What found no room did not go up.
    const bytes = this.#area.recover(resized, this.#reflow, this.#isCut ? () => 0 : this.#keep);
    return this.#paint(bytes, this.#takePending());
  }

  /** Whether others have moved the cursor. With another size it may have moved on its own account. */
  #hasMoved({ cursor, sizes }: Resized): boolean {
    if (!this.#isInDoubt) return false;
    this.#isInDoubt = false;
    if (cursor === undefined) return true;
    const { row, column } = this.#area.cursor;
    const isSame = sizes.every((size) => isSameSize(size, sizes[0]));
    return isSame && (cursor.row !== row || cursor.column !== column);
  }

  #paint(start: string, finished: readonly string[]): boolean {
    const { size } = this.#watch;
    const rows = this.#view(size.columns - 1, size.rows);
    this.#isCut = rows.length > size.rows;
    const live = rows.slice(-size.rows);
    const bytes = start + this.#area.draw(finished, live, size, this.#isPassing());
    return bytes === "" || this.terminal.write(SYNC_START + bytes + SYNC_END);
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
