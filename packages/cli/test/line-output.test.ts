import { Writable } from "node:stream";
import { setImmediate as nextRound } from "node:timers/promises";
import { Agent } from "@zot/core";
import { openClient } from "@zot/providers";
import { expect, test } from "vitest";
import { LineOutput } from "../src/modes/line-output.js";

/** A reader that takes nothing until it is let. */
function makeSlowReader() {
  const held: (() => void)[] = [];
  const lines: string[] = [];
  const stream = new Writable({
    highWaterMark: 64,
    decodeStrings: false,
    write(text: string, _, done) {
      lines.push(...text.split("\n").filter((line) => line !== ""));
      held.push(done);
    },
  });
  const readOn = () => {
    for (const done of held.splice(0)) done();
  };
  return { stream, lines, readOn };
}

test("a reader that is behind holds the model back, and gets everything when it reads on", async () => {
  const { stream, lines, readOn } = makeSlowReader();
  const output = new LineOutput(stream, () => undefined);
  const agent = new Agent({
    client: await openClient({ provider: "offline" }),
    model: "offline",
    pace: () => output.pace(),
  });
  let deltas = 0;
  agent.subscribe((event) => {
    if (event.type !== "text_delta") return;
    deltas += 1;
    output.write(event);
  });
  const run = { finished: false };
  const done = agent.prompt("hello").then(() => {
    run.finished = true;
  });
  for (let round = 0; round < 2_000; round += 1) await nextRound();
  expect(deltas).toBeGreaterThan(0);
  expect(run.finished).toBe(false);
  const early = deltas;

  while (!run.finished) {
    readOn();
    await nextRound();
  }
  await done;
  for (let round = 0; round < 10; round += 1) {
    readOn();
    await nextRound();
  }
  expect(deltas).toBeGreaterThan(early);
  expect(lines).toHaveLength(deltas);
});

test("a reader that stands still does not keep an abort waiting", async () => {
  const { stream } = makeSlowReader();
  const output = new LineOutput(stream, () => undefined);
  const agent = new Agent({
    client: await openClient({ provider: "offline" }),
    model: "offline",
    pace: () => output.pace(),
  });
  agent.subscribe((event) => {
    if (event.type === "text_delta") output.write(event);
  });
  const ended = agent.prompt("hello");
  for (let round = 0; round < 2_000; round += 1) await nextRound();
  expect(output.pace()).toBeDefined();
  agent.abort();
  await ended;
});
