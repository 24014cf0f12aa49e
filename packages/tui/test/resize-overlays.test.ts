import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { CURSOR, Screen } from "../src/index.js";
import { LateTerminal } from "./support/late-terminal.js";
import { tries } from "./support/tries.js";
import { useVirtualClock } from "./support/virtual-clock.js";

/** Long enough for a size to be noticed, asked about and drawn for. */
const CALM_MS = 1000;

/** A screen like an agent's: a box that grows, then an editor or a dialog that takes its place and shows no cursor. */
class Conversation {
  readonly terminal: LateTerminal;
  readonly #screen: Screen;
  said = 0;
  box = 0;
  dialog = 0;
  below: readonly string[] = ["─", "status"];

  constructor(columns: number, rows: number) {
    this.terminal = new LateTerminal(columns, rows, 0);
    this.#screen = new Screen(this.terminal);
    this.#screen.setLive(
      (width, height) => {
        const rule = "─".repeat(width);
        const full = (text: string, many: number) =>
          Array.from({ length: many }, (_, at) => `│ ${text} ${at}`.padEnd(width - 1) + "│");
        const foot =
          this.dialog > 0
            ? [...full("choice", Math.min(this.dialog, height - 1)), "status"]
            : [rule, `> draft${CURSOR}`, ...this.below];
        return [...full("box", Math.min(this.box, Math.floor(height / 2))), ...foot];
      },
      undefined,
      () => this.dialog > 0,
    );
    this.draw();
  }

  draw(): void {
    this.#screen.requestRender();
    vi.advanceTimersByTime(CALM_MS);
  }

  /** Some rows of numbered words. */
  say(rows: number, words = 1): void {
    for (let row = 0; row < rows; row += 1) {
      const from = this.said;
      this.said += words;
      const text = Array.from({ length: words }, (_, at) => `{${1000 + from + at}}`).join(" ");
      this.#screen.commit([text]);
    }
    this.draw();
  }

  resize(columns: number, rows: number): void {
    this.terminal.resize(columns, rows);
    vi.advanceTimersByTime(CALM_MS);
  }

  /** The numbers of the words that stand in scrollback and screen. */
  numbers(): number[] {
    const text = this.terminal.emulator.all().join("").replace(/\s/g, "");
    return [...text.matchAll(/\{(\d+)\}/g)].map((match) => Number(match[1]) - 1000);
  }

  /** What is left of boxes and dialogs. */
  litter(): string[] {
    return this.terminal.emulator.all().filter((row) => /│|choice|box/.test(row));
  }

  close(): void {
    this.#screen.close();
    this.terminal.emulator.dispose();
  }
}

const counted = (count: number) => Array.from({ length: count }, (_, at) => at);

useVirtualClock();

const sizes = fc.record({
  columns: fc.integer({ min: 30, max: 110 }),
  rows: fc.integer({ min: 8, max: 40 }),
});
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("say" as const), rows: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ kind: fc.constant("box" as const), rows: fc.integer({ min: 0, max: 12 }) }),
    fc.record({ kind: fc.constant("dialog" as const), rows: fc.integer({ min: 0, max: 20 }) }),
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("resize" as const), size: sizes }) },
  ),
  { minLength: 2, maxLength: 14 },
);

test("resized while boxes and dialogs stand, every finished word stands once and in order", () => {
  fc.assert(
    fc.property(steps, fc.boolean(), (all, isBare) => {
      const talk = new Conversation(80, 24);
      if (isBare) talk.below = [];
      talk.say(30, 3);
      for (const step of all) {
        if (step.kind === "resize") talk.resize(step.size.columns, step.size.rows);
        else if (step.kind === "say") talk.say(step.rows, 3);
        else {
          talk[step.kind] = step.rows;
          talk.draw();
        }
      }
      talk.box = 0;
      talk.dialog = 0;
      talk.draw();
      const { said } = talk;
      const numbers = talk.numbers();
      talk.close();
      expect(numbers).toEqual(counted(said));
    }),
    tries(150),
  );
}, 120_000);

test("a window that gets small under a dialog and large again has every finished row once", () => {
  const talk = new Conversation(80, 24);
  talk.say(40);
  talk.box = 6;
  talk.dialog = 10;
  talk.draw();
  talk.resize(40, 12);
  talk.resize(100, 30);
  talk.box = 0;
  talk.dialog = 0;
  talk.draw();
  expect(talk.numbers()).toEqual(counted(40));
  expect(talk.litter()).toEqual([]);
  talk.close();
});

test("a window that gets small under a dialog without a cursor keeps nothing of it in the scrollback", () => {
  const talk = new Conversation(80, 24);
  talk.say(40);
  talk.box = 6;
  talk.dialog = 10;
  talk.draw();
  talk.resize(40, 12);
  talk.box = 0;
  talk.dialog = 0;
  talk.draw();
  expect(talk.numbers()).toEqual(counted(40));
  expect(talk.litter()).toEqual([]);
  talk.close();
});

test("live rows that found no room are not taken for rows that went up into the scrollback", () => {
  const terminal = new LateTerminal(42, 6, 0);
  const screen = new Screen(terminal);
  const kept: number[] = [];
  screen.setLive(
    (width) => ["words", ...Array.from({ length: 5 }, () => "─".repeat(width)), CURSOR],
    (count) => {
      kept.push(count);
      return count;
    },
  );
  vi.advanceTimersByTime(CALM_MS);
  terminal.resize(38, 6);
  vi.advanceTimersByTime(CALM_MS);
  expect(kept).toEqual([]);
  screen.close();
});

test("while rows are covered, text that a window pushes up does not count as finished", () => {
  const terminal = new LateTerminal(42, 10, 0);
  const screen = new Screen(terminal);
  const kept: number[] = [];
  let isOpen = false;
  screen.setLive(
    (width) => [
      "words",
      ...Array.from({ length: isOpen ? 7 : 1 }, () => "─".repeat(width)),
      CURSOR,
    ],
    (count) => {
      kept.push(count);
      return 1;
    },
    () => isOpen,
  );
  screen.commit(Array.from({ length: 20 }, (_, at) => `row ${at}`));
  vi.advanceTimersByTime(CALM_MS);
  isOpen = true;
  screen.requestRender();
  vi.advanceTimersByTime(CALM_MS);
  terminal.resize(38, 10);
  vi.advanceTimersByTime(CALM_MS);
  isOpen = false;
  screen.requestRender();
  vi.advanceTimersByTime(CALM_MS);
  const rows = terminal.emulator.all().filter((row) => row.startsWith("row"));
  expect(rows).toEqual(Array.from({ length: 20 }, (_, at) => `row ${at}`));
  expect(kept).toEqual([]);
  expect(terminal.emulator.all().slice(-3)).toEqual(["row 19", "words", "─".repeat(37)]);
  screen.close();
});

test("a dialog never takes pieces of live rows that a larger window has brought back for finished rows", () => {
  const talk = new Conversation(80, 24);
  // xterm.js brings rows back only where its cursor is in the last line.
  talk.below = [];
  talk.say(40);
  talk.box = 12;
  talk.draw();
  talk.resize(40, 10);
  talk.say(3);
  talk.resize(40, 24);
  talk.box = 0;
  talk.dialog = 20;
  talk.draw();
  talk.dialog = 0;
  talk.draw();
  expect(talk.numbers()).toEqual(counted(43));
  talk.close();
});
