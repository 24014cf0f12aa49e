import { writeToLines } from "./line-writer.js";
import type { Lines } from "./lines.js";
import { resizeLines, type Habits } from "./resize-lines.js";
import type { Reflow } from "./reflow.js";
import { isSameSize, type Size } from "./size.js";
import type { Whereabouts } from "./where-probe.js";

/** What a screen has been through. */
export interface Passage {
  readonly reflow: Reflow;
  /** The size that the last frames were made for, and all since then as far as they are known. */
  readonly sizes: readonly [Size, ...Size[]];
  /** What the terminal says at the end, if it says anything. */
  readonly where: Whereabouts | undefined;
}

interface Frame {
  readonly number: number;
  readonly bytes: string;
  /** The size that it was made for. */
  readonly size: Size;
  /** How things are after it, if it met the size that it was made for. */
  readonly after: () => Lines;
  /** The size that it met and where it left the cursor, once the terminal has said so. */
  met?: Whereabouts;
}

/** What may have been when frames met other sizes. */
interface Chance {
  /** How many lines had gone off the screen. */
  readonly above: number;
  readonly isEarly: boolean;
}

/** A terminal that leaves so many questions open answers none. */
const MOST_OPEN = 100;

/**
 * The frames that are on their way to the terminal. One that meets another size than it was made for does something
 * else than was meant; what, can be followed afterwards.
 */
export class FrameLog {
  #base: () => Lines;
  #frames: Frame[] = [];
  #number = 0;

  constructor(base: () => Lines) {
    this.#base = base;
  }

  /** A frame is written; returns its number. */
  add(bytes: string, size: Size, after: () => Lines): number {
    if (this.#frames.length >= MOST_OPEN) {
      this.#base = after;
      this.#frames = [];
    }
    this.#number += 1;
    this.#frames.push({ number: this.#number, bytes, size, after });
    return this.#number;
  }

  /**
   * The terminal says how things were after a frame. Returns whether the frame met the size that it was made for. That is
   * no proof `amidResize`: the size may have changed and changed back.
   */
  report(number: number, where: Whereabouts, amidResize: boolean): boolean {
    const at = this.#frames.findIndex((frame) => frame.number === number);
    const frame = this.#frames[at];
    if (!frame) return true;
    frame.met = where;
    const { after } = frame;
    const isAsMeant = ({ met, size }: Frame) => met !== undefined && isSameSize(met, size);
    if (amidResize || !this.#frames.slice(0, at + 1).every(isAsMeant)) return isAsMeant(frame);
    this.#frames.splice(0, at + 1);
    this.#base = () => {
      const lines = after();
      return { ...lines, top: lines.y - where.row };
    };
    return true;
  }

  /** Begins anew with a screen that is known. */
  reset(base: () => Lines): void {
    this.#base = base;
    this.#frames = [];
  }

  /** How the screen is now: of what can have happened, what fits best to what the terminal has said. */
  replay(passage: Passage, hasScrolled: boolean): Lines {
    const { reflow, where } = passage;
    const both = [true, false];
    const habits = both.flatMap((wrapsCursorRow) =>
      both.map((dropsBelow) => ({ reflow, wrapsCursorRow, dropsBelow })),
    );
    const chances = (hasScrolled ? [Infinity] : [Infinity, 0]).flatMap((above) =>
      both.map((isEarly) => ({ above, isEarly })),
    );
    const tries = habits.flatMap((each) =>
      chances.map((chance) => this.#play(passage, each, chance)),
    );
    // Where several fit, the one that reaches less far up takes nothing away that it should not.
    const { screen } = tries.reduce((one, other) => {
      const isBetter = other.offBy - one.offBy || other.screen.y - one.screen.y;
      return isBetter < 0 ? other : one;
    });
    if (where) screen.top = screen.y - where.row;
    return screen;
  }

  /** `isEarly`: a size that comes again had come again before the first frame that met it. */
  #play({ sizes, where }: Passage, habits: Habits, { above, isEarly }: Chance) {
    const base = this.#base();
    const screen = { ...base, above: Math.min(base.above, above) };
    screen.lines = base.lines.map((line) => ({ ...line, cells: [...line.cells] }));
    const offBy = (row = screen.y - screen.top) => Math.abs(screen.y - screen.top - row);
    let off = 0;
    let left = sizes.slice(1);
    for (const { bytes, met } of this.#frames) {
      if (met && (isEarly || !isSameSize(met, screen.size))) {
        const passed = left.findIndex((size) => isSameSize(size, met)) + 1;
        const { columns, rows } = met;
        const onTheWay = passed > 0 ? left.slice(0, passed) : [{ columns, rows }];
        for (const size of onTheWay) resizeLines(screen, size, habits);
        left = left.slice(passed);
      }
      writeToLines(screen, bytes);
      off += offBy(met?.row);
    }
    for (const size of left) resizeLines(screen, size, habits);
    off += offBy(where?.row) + (where && where.column !== screen.x ? 1 : 0);
    return { screen, offBy: off };
  }
}
