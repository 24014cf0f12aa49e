import { modelTokens, Random, randomMarkdown } from "@zot/tui/testing";
import { expect, test } from "vitest";
import { makeFolder, ZotScreen } from "./support/zot-screen.js";

type Size = readonly [columns: number, rows: number];

const args = ["--provider", "offline", "--no-ext", "--no-session"];
const SIZES: readonly [Size, ...Size[]] = [
  [40, 12],
  [80, 24],
  [100, 34],
];
/** Milliseconds between two tokens. */
const PACES = [0, 8, 16, 33, 60, "now fast, now slow"] as const;

const END = "That was it.";
const SPINNER = /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/m;

interface Answer {
  readonly text: string;
  /** One delta, as it is. */
  readonly repeat: 1;
  readonly delay_ms?: number;
}

/** What stands in scrollback and screen after an answer. */
async function rowsAfter(answer: readonly Answer[], size: readonly [number, number], cwd: string) {
  const [columns, rows] = size;
  // The offline model's own count depends on the pieces, and the status row shows it.
  const script = [[{ usage: { input: 500, output: 500 } }, ...answer]];
  const zot = new ZotScreen(args, { columns, rows, cwd, script });
  await zot.waitFor("offline");
  zot.send("go");
  await zot.waitFor((screen) => screen.includes(END) && !SPINNER.test(screen));
  const all = await zot.all();
  await zot.leave();
  return all.split("\n");
}

test("an answer of the built command ends on the terminal as when it came in one piece, at any speed", async () => {
  const seed = Number(process.env.ZOT_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const random = new Random(seed);
  const cwd = makeFolder();
  await Promise.all(
    PACES.map(async (pace) => {
      const text = `${randomMarkdown(random.between(0, 2 ** 31), 3)}\n\n${END}\n`;
      const size = random.pick(SIZES);
      const tokens = modelTokens(text, seed).map((token) => ({
        text: token,
        repeat: 1 as const,
        delay_ms: typeof pace === "number" ? pace : random.pick([0, 0, 1, 5, 20, 40, 200]),
      }));
      const streamed = await rowsAfter(tokens, size, cwd);
      const whole = await rowsAfter([{ text, repeat: 1 }], size, cwd);
      expect(streamed, `ZOT_TEST_SEED=${seed}, ${pace} ms, ${size.join("×")}`).toEqual(whole);
    }),
  );
}, 180_000);
