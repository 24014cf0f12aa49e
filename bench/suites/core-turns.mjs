import { Agent } from "@zot/core";
import { atMost, interleave } from "../lib/measure.mjs";

const LENGTHS = [10, 100, 1_000, 5_000];
const AGENTS = 40;
const TURNS = 10;
const time = "2026-01-01T00:00:00Z";
const usage = { input: 1, output: 1, cache_read: 0, cache_write: 0, reasoning: null };

/** Answers at once, so that what is measured is the loop. */
const client = {
  provider: "bench",
  async *stream() {
    const content = [{ type: "text", text: "ok" }];
    yield { type: "text_delta", delta: "ok" };
    yield { type: "usage", usage };
    yield { type: "stop", reason: "end", message: { role: "assistant", content, time } };
  },
};

function transcript(length) {
  return Array.from({ length }, (_, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: [{ type: "text", text: `message ${index} with some words in it` }],
    time,
  }));
}

/** A few turns each with many agents, so that a transcript stays about as long as it was to begin with. */
async function runTurns(messages) {
  const model = { id: "bench", context_window: 10_000_000, price: {} };
  let cpu = 0;
  for (let count = 0; count < AGENTS; count += 1) {
    const agent = new Agent({ client, model, messages, lastUsage: usage });
    const started = process.cpuUsage();
    for (let turn = 0; turn < TURNS; turn += 1) await agent.prompt("go");
    const { user, system } = process.cpuUsage(started);
    cpu += user + system;
  }
  return cpu;
}

export async function measure() {
  const tasks = Object.fromEntries(
    LENGTHS.map((length) => {
      const messages = transcript(length);
      return [length, () => runTurns(messages)];
    }),
  );
  const took = await interleave(tasks, { rounds: 21, warmups: 3 });
  return LENGTHS.slice(1).map((length) =>
    atMost(`loop cost of a turn at ${length} messages to one at 10`, took[length] / took[10], 1.25),
  );
}
