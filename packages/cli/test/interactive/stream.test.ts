import { Random } from "@zot/tui/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anything, passingThings } from "./support/disturb.js";
import { AT_ONCE, PACES, Player, steps, tokenByToken } from "./support/scenario.js";
import { tries } from "../support/tries.js";
import { StreamedApp, type ScreenSize } from "./support/streamed-app.js";
import { useVirtualPlace } from "./support/virtual-place.js";

const SIZES: readonly [ScreenSize, ...ScreenSize[]] = [
  [40, 12],
  [80, 24],
  [100, 34],
];
/** Long enough for whatever is on its way to be drawn. */
const CALM_MS = 200;

const scenarios = fc.record({
  all: steps,
  seed: fc.noShrink(fc.nat()),
  size: fc.constantFrom(...SIZES),
  pace: fc.constantFrom(...PACES),
  replyMs: fc.constantFrom(0, 5, 40),
});

const place = useVirtualPlace();

/** Without what tells how much time has passed. */
const timeless = (rows: readonly string[]) =>
  rows.map((row) =>
    row
      .replace(/^(\[[^\]]*\])?[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏].*$/, "⠿")
      .replace(/thought\b.*\bfor\b.*\d.*s$/, "thought"),
  );

test("whatever comes token by token looks like the same sent in one piece, with popups, dialogs, notes and prompts in between", async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async ({ all, seed, size, pace, replyMs }) => {
      const streamed = await StreamedApp.open(place(), size, replyMs);
      const whole = await StreamedApp.open(place(), size, 0);
      const disturb = passingThings(new Random(seed));
      const player = new Player(streamed, { ...tokenByToken(seed, pace), disturb });
      const reference = new Player(whole, AT_ONCE);
      for (const [at, step] of all.entries()) {
        await player.play(step);
        await reference.play(step);
        await streamed.pass(CALM_MS);
        await whole.pass(CALM_MS);
        expect(timeless(streamed.screen.looks()), `after step ${at}`).toEqual(
          timeless(whole.screen.looks()),
        );
      }
      await streamed.close();
      await whole.close();
    }),
    tries(30),
  );
}, 120_000);

test("whatever happens between two tokens, every frame shows all finished rows once and the live ones below", async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async ({ all, seed, size, pace, replyMs }) => {
      const streamed = await StreamedApp.open(place(), size, replyMs);
      const disturb = anything(new Random(seed));
      const player = new Player(streamed, { ...tokenByToken(seed, pace), disturb });
      for (const step of all) await player.play(step);
      await streamed.pass(CALM_MS);
      await streamed.close();
    }),
    tries(30),
  );
}, 120_000);
