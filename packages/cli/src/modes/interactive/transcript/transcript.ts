import type { Screen, Theme } from "@zot/tui";
import { count } from "../format.js";
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
  readonly #theme: Theme;
  /** Blocks that failed once are shown as plain text from then on. */
  readonly #failed = new WeakSet<Block>();
  #live: Block[] = [];
  /** What was drawn last, unless a part of it found no room. */
  #shown: readonly { readonly block: Block; readonly rows: readonly string[] }[] = [];

  constructor(screen: Screen, guard: RenderGuard, theme: Theme) {
    this.#screen = screen;
    this.#guard = guard;
    this.#theme = theme;
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

  render(width: number, room: number): readonly string[] {
    const shown = this.#live.map((block) => ({ block, rows: this.#draw(block, width) }));
    const rows = shown.flatMap((each) => each.rows);
    const isWhole = rows.length <= room;
    this.#shown = isWhole ? shown : [];
    return isWhole ? rows : this.#renderBriefly(width, room);
  }

  /** Where room is short, calls that wait are counted, and what is at work gets what is left. */
  #renderBriefly(width: number, room: number): readonly string[] {
    const queued = this.#live.filter(({ isQueued }) => isQueued === true);
    const others = this.#live.filter((block) => !queued.includes(block));
    const words = `○ ${count(queued.length, "call")} queued`;
    const tail = queued.length === 0 ? [] : ["", this.#theme.paint("muted", words)];
    const last = others.pop();
    const above = others.flatMap((block) => this.#draw(block, width));
    const left = room - above.length - tail.length;
    return [...above, ...(last === undefined ? [] : this.#draw(last, width, left)), ...tail];
  }

  /** Counts the first rows that were drawn last as settled, as far as blocks can do that; returns how many. */
  keep(count: number): number {
    let kept = 0;
    for (const { block, rows } of this.#shown) {
      const gone = Math.min(rows.length, count - kept);
      const more = this.#attempt(block, () => block.keep?.(gone) ?? 0, 0);
      kept += more;
      if (more < rows.length) break;
    }
    return kept;
  }

  #settle(block: Block): void {
    if (this.#failed.has(block)) return;
    const settled = block.takeSettled?.();
    if (settled) this.#screen.commit((width) => this.#attempt(block, () => settled(width), []));
  }

  #draw(block: Block, width: number, room?: number): readonly string[] {
    const plain = () => this.#guard.plain(PART, width, block.text);
    if (this.#failed.has(block)) return plain();
    return this.#attempt(block, () => block.render(width, room), undefined) ?? plain();
  }

  #attempt<Result>(block: Block, work: () => Result, instead: Result): Result {
    if (this.#failed.has(block)) return instead;
    return this.#guard.attempt(PART, work, () => {
      this.#failed.add(block);
      return instead;
    });
  }
}
