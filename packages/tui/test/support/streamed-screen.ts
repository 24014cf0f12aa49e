import { vi } from "vitest";
import { CURSOR, Screen, Theme } from "../../src/index.js";
import { MarkdownStream } from "../../src/markdown.js";
import { VirtualTerminal } from "../../src/testing.js";

export type ScreenSize = readonly [columns: number, rows: number];

const theme = new Theme({ depth: 256 });
const RESET_TERMINAL = "\x1bc";

/** The rows that the live area has room for, of those that an answer has not handed out. */
const tailOf = (rows: readonly string[], height: number) =>
  rows.slice(-Math.max(3, Math.floor(height / 2)));

/** What stands below an answer. */
function footOf(width: number): readonly string[] {
  const rule = "─".repeat(width);
  return ["", "· working", rule, `> draft${CURSOR}`, rule, "status".padStart(width)];
}

/** An answer that is being written, above an editor and a status row, as an agent shows it. */
export class StreamedScreen {
  readonly terminal: VirtualTerminal;
  readonly screen: Screen;
  frames = 0;
  /** Characters of the answer that the last frame knew, and how many rows were finished with it. */
  shown = 0;
  finished = 0;
  #pushed = 0;
  /** When something came that no frame has shown yet. */
  #waitsSince: number | undefined;
  readonly #stream = new MarkdownStream({ theme });

  constructor([columns, rows]: ScreenSize, replyMs: number) {
    this.terminal = new VirtualTerminal({
      columns,
      rows,
      scrollback: 1000,
      isImmediate: true,
      replyMs,
    });
    this.screen = new Screen(this.terminal);
    this.screen.setLive((width, height) => {
      this.frames += 1;
      this.shown = this.#pushed;
      this.#waitsSince = undefined;
      return [...tailOf(this.#stream.render(width), height), ...footOf(width)];
    });
  }

  /** How long something has been waiting for a frame. */
  get behindMs(): number {
    return performance.now() - (this.#waitsSince ?? performance.now());
  }

  push(text: string): void {
    this.#stream.append(text);
    this.#pushed += text.length;
    this.#waitsSince ??= performance.now();
    this.#settle();
  }

  end(): void {
    this.#stream.end();
    this.#settle();
  }

  close(): void {
    this.screen.close();
    this.terminal.emulator.dispose();
  }

  #settle(): void {
    this.screen.commit((width) => {
      const rows = this.#stream.takeFinished(width);
      this.finished += rows.length;
      return rows;
    });
  }
}

/** Scrollback and screen as text, and where the cursor stands in them. */
export function pictureOf({ emulator }: VirtualTerminal): string {
  const scrolled = emulator.scrollback();
  const { row, column } = emulator.cursor;
  const rows = [...scrolled, ...emulator.screen()];
  return `${rows.join("\n").trimEnd()}\ncursor ${scrolled.length + row}:${column}`;
}

/** Shows texts that come in one piece, each on an empty screen and in one frame. */
export class Reference {
  readonly #terminal: VirtualTerminal;

  constructor([columns, rows]: ScreenSize) {
    this.#terminal = new VirtualTerminal({ columns, rows, scrollback: 1000, isImmediate: true });
  }

  /** A text that goes on, of which so many rows are finished. */
  picture(text: string, finished: number): string {
    return this.#draw(text, false, finished, pictureOf);
  }

  /** A text that is whole, with its styles. */
  looks(text: string): readonly string[] {
    return this.#draw(text, true, Infinity, ({ emulator }) => emulator.looks());
  }

  close(): void {
    this.#terminal.emulator.dispose();
  }

  #draw<Result>(
    text: string,
    isWhole: boolean,
    finished: number,
    read: (terminal: VirtualTerminal) => Result,
  ): Result {
    this.#terminal.emulator.write(RESET_TERMINAL);
    const stream = new MarkdownStream({ theme });
    stream.append(text);
    if (isWhole) stream.end();
    const screen = new Screen(this.#terminal);
    const rows = [...stream.takeFinished(screen.width), ...stream.render(screen.width)];
    screen.setLive((width, height) => [...tailOf(rows.slice(finished), height), ...footOf(width)]);
    screen.commit(rows.slice(0, finished));
    vi.advanceTimersByTime(0);
    const result = read(this.#terminal);
    screen.close();
    return result;
  }
}
