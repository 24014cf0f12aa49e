import type { Screen } from "@zot/tui";
import type { RenderGuard } from "../render-guard.js";
import type { Block } from "./block.js";

const PART = "a part of the transcript";

/**
 * What was said and done. Finished blocks go up into the terminal's scrollback, in order; those that
 * still change stay in the live area.
 */
export class Transcript {
  readonly #screen: Screen;
  readonly #guard: RenderGuard;
  /** Blocks that failed once are shown as plain text from then on. */
  readonly #failed = new WeakSet<Block>();
  #live: Block[] = [];

  constructor(screen: Screen, guard: RenderGuard) {
    this.#screen = screen;
    this.#guard = guard;
  }

  add(block: Block): void {
    this.#live.push(block);
    this.update();
  }

  /** Adds something that is finished as it is; `text` is what it says. */
  addRows(rows: (width: number) => readonly string[], text = ""): void {
    this.add({ render: rows, isFinished: true, text });
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
        this.#settle(first);
        break;
      }
      this.#live.shift();
      const done = first;
      this.#screen.commit((width) => this.#draw(done, width));
    }
    this.#screen.requestRender();
  }

  render(width: number): readonly string[] {
    return this.#live.flatMap((block) => this.#draw(block, width));
  }

  /** Counts lines that have gone up into the scrollback as settled, as far as blocks can do that; returns how many. */
  keep(lines: readonly string[]): number {
    let kept = 0;
    for (const block of this.#live) {
      const more = this.#attempt(block, () => block.keep?.(lines.slice(kept)) ?? 0, 0);
      if (more === 0) break;
      kept += more;
    }
    return kept;
  }

  #settle(block: Block): void {
    if (this.#failed.has(block)) return;
    const settled = block.takeSettled?.();
    if (settled) this.#screen.commit((width) => this.#attempt(block, () => settled(width), []));
  }

  #draw(block: Block, width: number): readonly string[] {
    const plain = () => this.#guard.plain(PART, width, block.text);
    if (this.#failed.has(block)) return plain();
    return this.#attempt(block, () => block.render(width), undefined) ?? plain();
  }

  #attempt<Result>(block: Block, work: () => Result, instead: Result): Result {
    if (this.#failed.has(block)) return instead;
    return this.#guard.attempt(PART, work, () => {
      this.#failed.add(block);
      return instead;
    });
  }
}
