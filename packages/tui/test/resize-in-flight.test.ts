import fc from "fast-check";
import { expect, test } from "vitest";
import { CURSOR, Screen, Theme } from "../src/index.js";
import { MarkdownStream } from "../src/markdown.js";
import { VirtualTerminal } from "../src/testing.js";

/** A screen like an agent's, with an answer that streams, on a line where everything takes its time. */
class Conversation {
  readonly terminal: VirtualTerminal;
  readonly screen: Screen;
  readonly #stream = new MarkdownStream({ theme: new Theme({ depth: 0 }) });
  #said = 0;

  constructor(columns: number, rows: number) {
    this.terminal = new VirtualTerminal({ columns, rows });
    this.screen = new Screen(this.terminal, { calmMs: 0 });
    this.screen.setLive(
      (width, height) => {
        const rule = "─".repeat(width);
        const rows = this.#stream.render(width);
        const tail = rows.slice(-Math.floor(height / 2));
        return [...tail, "", "· working", rule, `> draft${CURSOR}`, rule, "status".padStart(width)];
      },
      (lines) => this.#stream.keep(lines),
    );
  }

  get said(): number {
    return this.#said;
  }

  /** Says some more numbered words. */
  say(count: number, before = ""): void {
    const words = Array.from(
      { length: count },
      (_, at) => `{${String(this.#said + at).padStart(4, "0")}} `,
    );
    this.#said += count;
    this.#stream.append(before + words.join(""));
    this.screen.commit((width) => this.#stream.takeFinished(width));
  }

  end(): void {
    this.#stream.end();
    this.screen.commit((width) => this.#stream.takeFinished(width));
  }

  async frame(): Promise<void> {
    this.screen.requestRender({ now: true });
    await Promise.resolve();
  }

  /** Lets everything through until nothing moves any more. */
  async settle(): Promise<void> {
    for (;;) {
      await this.frame();
      const hasSent = await this.terminal.passOutput();
      if (!this.terminal.passInput() && !hasSent) return;
    }
  }

  async numbers(): Promise<number[]> {
    const text = (await this.terminal.all()).join("").replace(/[\s─]/g, "");
    return [...text.matchAll(/\{(\d+)\}/g)].map((match) => Number(match[1]));
  }
}

type Step =
  | { readonly kind: "say"; readonly count: number; readonly before: string }
  | { readonly kind: "frame" }
  | { readonly kind: "out"; readonly count: number }
  | { readonly kind: "in" }
  | { readonly kind: "resize"; readonly columns: number; readonly rows: number };

async function play(start: readonly [number, number], steps: readonly Step[]) {
  const talk = new Conversation(...start);
  const { terminal } = talk;
  await talk.frame();
  await terminal.screen();
  terminal.slowDown();
  let isTold = true;
  for (const step of steps) {
    if (step.kind === "say") talk.say(step.count, step.before);
    else if (step.kind === "frame") await talk.frame();
    else if (step.kind === "out") await terminal.passOutput(step.count);
    else if (step.kind === "in") {
      terminal.passInput();
      await Promise.resolve();
      isTold = true;
    } else if (isTold) {
      terminal.resize(step.columns, step.rows);
      isTold = false;
    }
  }
  await talk.settle();
  talk.end();
  await talk.settle();
  return talk;
}

const USUAL = [
  [100, 30],
  [80, 24],
  [79, 24],
  [60, 20],
  [120, 40],
  [72, 21],
] as const;

/** From one to another so much can go off the screen, and out of reach, that a trace of a box may stay. */
const EXTREME = [[200, 60], [40, 10], [80, 12], ...USUAL] as const;

const steps = (size: fc.Arbitrary<readonly [number, number]>): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant("say" as const),
          count: fc.integer({ min: 1, max: 30 }),
          before: fc.constantFrom("", "", "", "\n\n", "\n- ", "\n\n## Heading\n\n"),
        }),
      },
      { weight: 5, arbitrary: fc.constant({ kind: "frame" } as const) },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant("out" as const),
          count: fc.integer({ min: 1, max: 4 }),
        }),
      },
      { weight: 3, arbitrary: fc.constant({ kind: "in" } as const) },
      {
        weight: 2,
        arbitrary: size.map(([columns, rows]) => ({ kind: "resize", columns, rows }) as const),
      },
    ),
    { minLength: 5, maxLength: 60 },
  );

test("whatever is under way when a window changes its size, each word of an answer stands once and in order", async () => {
  const size = fc.constantFrom(...USUAL);
  await fc.assert(
    fc.asyncProperty(size, steps(size), async (start, all) => {
      const talk = await play(start, all);
      expect(await talk.numbers()).toEqual(Array.from({ length: talk.said }, (_, at) => at));
    }),
    { numRuns: 300, seed: 3 },
  );
}, 60_000);

test("not even from a big window to a tiny one a word is lost", async () => {
  const size = fc.constantFrom(...EXTREME);
  await fc.assert(
    fc.asyncProperty(size, steps(size), async (start, all) => {
      const talk = await play(start, all);
      const numbers = await talk.numbers();
      expect(new Set(numbers).size).toBe(talk.said);
    }),
    { numRuns: 150, seed: 1 },
  );
}, 60_000);

test("a size that comes and goes before a frame arrives is not forgotten", async () => {
  const say = (count: number, before = "") => ({ kind: "say", count, before }) as const;
  const resize = (columns: number, rows: number) => ({ kind: "resize", columns, rows }) as const;
  const talk = await play(
    [200, 60],
    [
      ...[
        say(10),
        resize(80, 24),
        say(16, "\n\n"),
        { kind: "frame" } as const,
        { kind: "frame" } as const,
      ],
      ...[say(4), { kind: "in" } as const, say(27), resize(200, 60), say(13)],
      ...[
        say(22, "\n\n## Heading\n\n"),
        say(13),
        { kind: "out", count: 4 } as const,
        { kind: "frame" } as const,
      ],
    ],
  );
  expect(await talk.numbers()).toEqual(Array.from({ length: talk.said }, (_, at) => at));
});
