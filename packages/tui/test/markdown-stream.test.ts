import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { Theme } from "../src/index.js";
import { loadHighlighter, MarkdownStream } from "../src/markdown.js";
import { joinBlocks, modelTokens, Random } from "../src/testing.js";
import { ESC } from "../src/text/ansi.js";
import { tries } from "./support/tries.js";

const theme = new Theme({ depth: 256 });
const WIDTHS = [39, 79, 99] as const;

beforeAll(() => loadHighlighter());

function drawAtOnce(text: string, width: number, isWhole: boolean): readonly string[] {
  const stream = new MarkdownStream({ theme });
  stream.append(text);
  if (isWhole) stream.end();
  return [...stream.takeFinished(width), ...stream.render(width)];
}

/** How a style is closed at the end of a row is not to be seen. */
const CLOSING = new RegExp(`(?:${ESC}\\[[\\d;]*m)+$`);
const looks = (rows: readonly string[]) => rows.map((row) => row.replace(CLOSING, ""));

/** Compares what tokens look like so far with the same text in one piece; a share of the tokens gets a frame. */
function stream(tokens: readonly string[], width: number, hasFrame: () => boolean): void {
  const streamed = new MarkdownStream({ theme });
  const taken: string[] = [];
  let text = "";
  for (const token of tokens) {
    streamed.append(token);
    text += token;
    if (!hasFrame()) continue;
    taken.push(...streamed.takeFinished(width));
    const now = [...taken, ...streamed.render(width)];
    const wanted = drawAtOnce(text, width, false);
    expect(looks(now), `after ${JSON.stringify(text)}`).toEqual(looks(wanted));
  }
  streamed.end();
  taken.push(...streamed.takeFinished(width));
  const wanted = drawAtOnce(text, width, true);
  expect(looks(taken), `at the end of ${JSON.stringify(text)}`).toEqual(looks(wanted));
}

test("after every token, what was handed out and what is open look like the same text sent in one piece", () => {
  fc.assert(
    fc.property(
      fc.array(fc.noShrink(fc.nat()), { minLength: 1, maxLength: 3 }),
      fc.noShrink(fc.nat()),
      fc.constantFrom(...WIDTHS),
      fc.constantFrom(1, 0.5, 0.1),
      (blocks, seed, width, share) => {
        const random = new Random(seed);
        stream(modelTokens(joinBlocks(blocks), seed), width, () => random.chance(share));
      },
    ),
    tries(100),
  );
});

const LONG = "words that go on until they fill more than one row of a narrow screen";

test.each([
  ["the first lines of a table", `| ${LONG} | and |\n| :--- | --- |\n| a | b |\n`],
  ["a line that only looks like the first of a table", `| ${LONG} |\n|: no\n`],
  ["text above a row of minus signs", `${LONG}\n---\nmore\n`],
  ["two lines above a row of equal signs", `Two short\nlines\n===\n`],
  ["a title that takes more than one row", `${LONG.slice(0, 55)}\n---\n`],
  ["a number that turns out to begin an item", `${LONG} to the end:\\\n3. items\n`],
  ["a number that turns out to be text", `${LONG} about:\n3.14 and more of it\n`],
  ["ticks that would close code but are too many", `${LONG} a \` tick and ${LONG}\n\`\` two\n`],
  ["three ticks that open no fence", `${LONG}\n\`\`\`not a fence\`\`\` but text\n`],
  ["stars that would close emphasis but are too many", `${LONG} *open and ${LONG}** and\n`],
])("rows are handed out only when nothing can change them: %s", (_, text) => {
  for (const width of WIDTHS) stream(Array.from(text), width, () => true);
});
