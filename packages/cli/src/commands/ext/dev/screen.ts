import { createInterface, type Interface } from "node:readline";
import { sanitize } from "@zot/tui/sanitize";

const STYLES = { dim: "2", red: "31", green: "32", yellow: "33", cyan: "36", bold: "1" } as const;
export type Style = keyof typeof STYLES;

export interface ScreenOptions {
  /** A whole line that the user typed, or that was piped in. */
  onLine: (line: string) => void;
  /** Nothing more will be typed. */
  onEnd: () => void;
  onInterrupt: () => void;
  complete: (start: string) => string[];
}

/** Lines as they happen above the one that the user is typing. All that it shows is made safe first. */
export class Screen {
  readonly #input: Interface;
  readonly #isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  readonly #hasColour = process.stdout.isTTY && !process.env.NO_COLOR;
  #closed = false;

  constructor({ onLine, onEnd, onInterrupt, complete }: ScreenOptions) {
    this.#input = createInterface({
      input: process.stdin,
      ...(this.#isTerminal ? { output: process.stdout, prompt: "› " } : {}),
      terminal: this.#isTerminal,
      completer: (line: string): [string[], string] => [complete(line), line],
    });
    this.#input.on("line", onLine);
    this.#input.on("close", () => {
      this.#closed = true;
      onEnd();
    });
    this.#input.on("SIGINT", onInterrupt);
  }

  /** A line that begins with a mark; later lines of the text are indented below it. */
  show(mark: string, text: string, style?: Style): void {
    const time = this.paint(new Date().toISOString().slice(11, 23), "dim");
    const [first = "", ...rest] = sanitize(text).split("\n");
    const lines = [`${time} ${this.paint(`${mark} ${first}`, style)}`];
    for (const line of rest) lines.push(`${" ".repeat(15)}${this.paint(line, style)}`);
    this.#write(lines.join("\n"));
  }

  /** One line, cut to the width of the terminal. */
  showShort(mark: string, text: string, style?: Style): void {
    const room = this.#isTerminal ? Math.max(40, process.stdout.columns - 16) : 4_000;
    const line = sanitize(text).replaceAll("\n", " ");
    this.show(mark, line.length > room ? `${line.slice(0, room - 1)}…` : line, style);
  }

  paint(text: string, style: Style | undefined): string {
    if (!this.#hasColour || style === undefined) return text;
    return `\x1b[${STYLES[style]}m${text}\x1b[0m`;
  }

  /** Waits for the next line of the user. */
  prompt(): void {
    if (this.#isTerminal && !this.#closed) this.#input.prompt(true);
  }

  close(): void {
    if (this.#isTerminal && !this.#closed) process.stdout.write("\r\x1b[K");
    this.#closed = true;
    this.#input.close();
    process.stdin.destroy();
  }

  #write(lines: string): void {
    if (!this.#isTerminal || this.#closed) {
      process.stdout.write(`${lines}\n`);
      return;
    }
    process.stdout.write(`\r\x1b[K${lines}\n`);
    this.#input.prompt(true);
  }
}
