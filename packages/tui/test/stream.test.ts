import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { loadHighlighter } from "../src/markdown.js";
import { joinBlocks, modelTokens, Random } from "../src/testing.js";
import { tries } from "./support/tries.js";
import { pictureOf, Reference, StreamedScreen } from "./support/streamed-screen.js";
import { useVirtualClock } from "./support/virtual-clock.js";

/** Milliseconds between two tokens. */
const PACES = [0, 8, 16, 33, 60, "now fast, now slow"] as const;
const PAUSES = [0, 0, 1, 5, 20, 40, 200] as const;
const SIZES = [
  [40, 12],
  [80, 24],
  [100, 34],
] as const;
/** How long the terminal takes to answer a question, if it does. */
const REPLIES = [0, 5, 40, Infinity] as const;
/** At 30 frames a second none is later than this. */
const FRAME_MS = 34;

const documents = fc.record({
  blocks: fc.array(fc.noShrink(fc.nat()), { minLength: 1, maxLength: 3 }),
  seed: fc.noShrink(fc.nat()),
  size: fc.constantFrom(...SIZES),
  pace: fc.constantFrom(...PACES),
  replyMs: fc.constantFrom(...REPLIES),
});
type Streamed = typeof documents extends fc.Arbitrary<infer Value> ? Value : never;

useVirtualClock();
beforeAll(() => loadHighlighter());

/** Sends a text token by token, and compares the screen after each with that of the text so far in one piece. */
function stream({ blocks, seed, size, pace, replyMs }: Streamed): void {
  const text = joinBlocks(blocks);
  const random = new Random(seed);
  const ui = new StreamedScreen(size, replyMs);
  const reference = new Reference(size);
  let checked = 0;
  for (const token of modelTokens(text, seed)) {
    ui.push(token);
    vi.advanceTimersByTime(typeof pace === "number" ? pace : random.pick(PAUSES));
    expect(ui.behindMs, "a frame is overdue").toBeLessThanOrEqual(FRAME_MS);
    // Without another frame the screen is the one that was compared before.
    if (checked === ui.frames) continue;
    checked = ui.frames;
    const soFar = text.slice(0, ui.shown);
    const now = pictureOf(ui.terminal);
    const wanted = reference.picture(soFar, ui.finished);
    if (now !== wanted) expect(now, `after ${JSON.stringify(soFar)}`).toBe(wanted);
  }
  ui.end();
  vi.advanceTimersByTime(FRAME_MS);
  expect(ui.terminal.emulator.looks(), `at the end of ${JSON.stringify(text)}`).toEqual(
    reference.looks(text),
  );
  ui.close();
  reference.close();
}

test("after every token, at any speed, screen and scrollback are those of the same text sent in one piece", () => {
  fc.assert(fc.property(documents, stream), tries(200));
}, 180_000);
