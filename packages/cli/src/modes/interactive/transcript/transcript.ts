import type { Screen } from "@zot/tui";
import type { Block } from "./block.js";

/**
 * What was said and done. Finished blocks go up into the terminal's scrollback, in order; those that
 * still change stay in the live area.
 */
export class Transcript {
  readonly #screen: Screen;
  #live: Block[] = [];

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  add(block: Block): void {
    this.#live.push(block);
    this.update();
  }

  /** Adds something that is finished as it is. */
  addRows(rows: (width: number) => readonly string[]): void {
    this.add({ render: rows, isFinished: true });
  }

  /** Takes a block off the screen that never became part of the transcript. */
  remove(block: Block): void {
    this.#live = this.#live.filter((each) => each !== block);
    this.update();
  }

  /** Hands over what is settled, and asks for a frame. */
  update(): void {
    for (let first = this.#live[0]; first !== undefined; first = this.#live[0]) {
      if (!first.isFinished) {
        const settled = first.takeSettled?.();
        if (settled) this.#screen.commit(settled);
        break;
      }
      this.#live.shift();
      const done = first;
      this.#screen.commit((width) => done.render(width));
    }
    this.#screen.requestRender();
  }

  render(width: number): readonly string[] {
    return this.#live.flatMap((block) => block.render(width));
  }

  /** Counts lines that have gone up into the scrollback as settled, as far as blocks can do that; returns how many. */
  keep(lines: readonly string[]): number {
    let kept = 0;
    for (const block of this.#live) {
      const more = block.keep?.(lines.slice(kept)) ?? 0;
      if (more === 0) break;
      kept += more;
    }
    return kept;
  }
}
