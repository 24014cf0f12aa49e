import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { CURSOR, Screen, Theme } from "../src/index.js";
import { MarkdownStream } from "../src/markdown.js";
import { LateTerminal } from "./support/late-terminal.js";
import { tries } from "./support/tries.js";
import { useVirtualClock } from "./support/virtual-clock.js";

/** A screen like an agent's, with an answer of numbered words that streams. */
class Conversation {
  readonly terminal: LateTerminal;
  said = 0;
  /** The rows of something that stands below the answer. */
  box = 0;
  readonly #screen: Screen;
  readonly #stream = new MarkdownStream({ theme: new Theme({ depth: 0 }) });
  #isCut = false;

  constructor([columns, rows]: Size, delayMs: number) {
    this.terminal = new LateTerminal(columns, rows, delayMs);
    this.#screen = new Screen(this.terminal);
    this.#screen.setLive(
      (width, height) => {
        const rule = "─".repeat(width);
        const all = this.#stream.render(width);
        const tail = all.slice(-Math.floor(height / 2));
        this.#isCut = tail.length < all.length;
        const box = Array.from(
          { length: Math.min(this.box, height / 3) },
          () => `│${" ".repeat(width - 2)}│`,
        );
        return [
          ...tail,
          "",
          "· working",
          ...box,
          rule,
          `> draft${CURSOR}`,
          rule,
          "status".padStart(width),
        ];
      },
      (count) => (this.#isCut ? 0 : this.#stream.keep(count)),
    );
  }

  say(count: number, before = ""): void {
    const words = Array.from({ length: count }, (_, at) => `{${1000 + this.said + at}} `);
    this.said += count;
    this.#stream.append(before + words.join(""));
    this.#screen.commit((width) => this.#stream.takeFinished(width));
  }

  end(): void {
    this.#stream.end();
    this.#screen.commit((width) => this.#stream.takeFinished(width));
  }

  /** The numbers of the words that stand in scrollback and screen. */
  numbers(): number[] {
    const text = this.terminal.emulator.all().join("").replace(/[\s─]/g, "");
    return [...text.matchAll(/\{(\d+)\}/g)].map((match) => Number(match[1]) - 1000);
  }

  close(): void {
    this.#screen.close();
    this.terminal.emulator.dispose();
  }
}

type Size = readonly [columns: number, rows: number];
const SIZES: readonly Size[] = [
  [100, 30],
  [80, 24],
  [79, 24],
  [60, 20],
  [120, 40],
  [72, 21],
];

interface Step {
  readonly count: number;
  readonly before: string;
  readonly pauseMs: number;
  readonly box: number;
  /** Another size, after the pause. */
  readonly size: Size | undefined;
}
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    count: fc.integer({ min: 1, max: 12 }),
    before: fc.constantFrom("", "", "", "\n\n", "\n- ", "\n\n## Heading\n\n"),
    pauseMs: fc.constantFrom(1, 7, 16, 33, 60),
    box: fc.constantFrom(0, 0, 3, 9),
    size: fc.option(fc.constantFrom(...SIZES), { freq: 8, nil: undefined }),
  }),
  { minLength: 5, maxLength: 60 },
);

/** Long enough for a size to be noticed, asked about and drawn for. */
const CALM_MS = 1000;

useVirtualClock();

/** Plays the steps; `isQuiet`: nothing is on its way when a size changes. */
function play(all: readonly Step[], delayMs: number, isQuiet: boolean) {
  const talk = new Conversation([80, 24], delayMs);
  for (const { count, before, pauseMs, size, box } of all) {
    talk.box = box;
    talk.say(count, before);
    vi.advanceTimersByTime(pauseMs);
    if (size === undefined) continue;
    if (isQuiet) vi.advanceTimersByTime(CALM_MS);
    talk.terminal.resize(...size);
    for (let ms = 0; ms < CALM_MS; ms += 50) {
      if (!isQuiet) talk.say(1);
      vi.advanceTimersByTime(50);
    }
  }
  talk.end();
  vi.advanceTimersByTime(CALM_MS);
  const numbers = talk.numbers();
  talk.close();
  return { said: Array.from({ length: talk.said }, (_, at) => at), numbers };
}

test("resized between two frames, each word of an answer that streams stands once and in order", () => {
  fc.assert(
    fc.property(steps, fc.constantFrom(0, 5, 60), (all, delayMs) => {
      const { said, numbers } = play(all, delayMs, true);
      expect(numbers).toEqual(said);
    }),
    tries(60),
  );
}, 120_000);

test("with frames on their way when the size changes, no word of an answer is lost", () => {
  fc.assert(
    fc.property(steps, fc.constantFrom(0, 1, 5, 20, 60), (all, delayMs) => {
      const { said, numbers } = play(all, delayMs, false);
      expect([...new Set(numbers)].toSorted((one, other) => one - other)).toEqual(said);
    }),
    tries(60),
  );
}, 120_000);
