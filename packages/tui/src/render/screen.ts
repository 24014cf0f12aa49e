import { CURSOR_QUERY, ERASE_BELOW, SYNC_END, SYNC_START } from "../terminal/modes.js";
import type { Terminal } from "../terminal/terminal.js";
import { ESC } from "../text/ansi.js";
import { CursorProbe } from "./cursor-probe.js";
import { LiveArea, type Size } from "./live-area.js";
import { ReflowKind } from "./reflow.js";
import { rowBytes, toRow } from "./row.js";
import { FrameScheduler } from "./scheduler.js";

/** Draws the live area: rows at most `width` cells wide. Only the last `height` of them find room. */
export type LiveView = (width: number, height: number) => readonly string[];

/** How a screen behaves. */
export interface ScreenOptions {
  /** Frames per second at most. Default: 30. */
  readonly framesPerSecond?: number;
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
  readonly #probe: CursorProbe;
  readonly #reflow: ReflowKind;
  readonly #area = new LiveArea();
  readonly #undo: readonly (() => void)[];
  #view: LiveView = () => [];
  #pending: ((width: number) => readonly string[])[] = [];
  #size: Size;
  #isClosed = false;

  constructor(terminal: Terminal, options: ScreenOptions = {}) {
    this.terminal = terminal;
    this.#size = { columns: terminal.columns, rows: terminal.rows };
    this.#scheduler = new FrameScheduler(() => this.#frame(), options.framesPerSecond ?? 30);
    this.#probe = new CursorProbe(terminal, {
      onPosition: (row) => {
        this.#area.learnCursorRow(row);
      },
      onAnswer: (column) => {
        this.#afterProbe(column);
      },
    });
    this.#reflow = new ReflowKind(terminal);
    this.#undo = [
      terminal.onResize(() => {
        this.requestRender({ now: true });
      }),
      terminal.onDrain(() => {
        this.#scheduler.unblock();
      }),
      terminal.onResume(() => {
        this.#area.forget();
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

  /** Sets what the live area shows. The view is called for each frame, never more often. */
  setLive(view: LiveView): void {
    this.#view = view;
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
    this.#probe.close();
    this.#reflow.close();
    for (const undo of this.#undo) undo();
  }

  /** Returns whether the terminal keeps up. */
  #frame(): boolean {
    if (this.#probe.isPending) return true;
    const { columns, rows } = this.terminal;
    if (columns === this.#size.columns && rows === this.#size.rows) return this.#paint("");
    const reflow = this.#reflow.kind;
    if (reflow === "all" && this.#area.cursorColumn >= columns) {
      // Some terminals wrap the cursor's own row anew, some leave it to us; the column tells which.
      this.#probe.ask();
      return true;
    }
    return this.#repaint(this.#area.rowsAboveCursor(reflow, this.#size, { columns, rows }));
  }

  #afterProbe(column: number | undefined): void {
    const { columns, rows } = this.terminal;
    const before = this.#area.cursorColumn;
    const hasWrapped = column !== undefined && column === before % columns && before >= columns;
    const below = hasWrapped ? Math.floor(before / columns) : 0;
    const above = this.#area.rowsAboveCursor("all", this.#size, { columns, rows });
    this.#repaint(above + below);
  }

  #repaint(rowsUp: number): boolean {
    this.#size = { columns: this.terminal.columns, rows: this.terminal.rows };
    return this.#paint(this.#area.erase(rowsUp));
  }

  #paint(start: string): boolean {
    const finished = this.#takePending();
    const { columns, rows } = this.#size;
    const live = this.#view(columns - 1, rows).slice(-rows);
    const bytes = start + this.#area.draw(finished, live, this.#size);
    if (bytes === "") return true;
    // Only xterm.js makes us know where on the screen we are.
    const isLost = this.#area.isLost && this.#reflow.kind === "xterm.js";
    if (isLost) this.#area.awaitCursorRow();
    return this.terminal.write(SYNC_START + bytes + SYNC_END + (isLost ? CURSOR_QUERY : ""));
  }

  #takePending(): string[] {
    if (this.#pending.length === 0) return [];
    const pending = this.#pending;
    this.#pending = [];
    return pending.flatMap((rows) => rows(this.#size.columns - 1));
  }

  #farewell(): string {
    if (this.#isClosed) return "";
    const finished = this.#takePending().map(
      (row) => rowBytes(toRow(row, this.#size.columns)) + "\r\n",
    );
    return this.#area.erase() + finished.join("");
  }
}
