import { describe, expect, test } from "vitest";
import { echo, model, next, order, scriptedAgent, text } from "./helpers/agents.js";
import { ScriptedClient } from "./helpers/scripted-client.js";

describe("prompts", () => {
  test("wait for each other, strictly in order", async () => {
    const { agent, events } = scriptedAgent([{ text: "one" }, { text: "two" }]);
    const started: string[] = [];
    const first = agent.prompt("a", { onStart: () => started.push("a") });
    const second = agent.prompt("b", { onStart: () => started.push("b") });
    expect(agent.busy).toBe(true);
    expect(agent.queue.entries).toMatchObject([{ kind: "prompt", text: "b" }]);
    expect(started).toEqual(["a"]);
    await first;
    await second;
    expect(started).toEqual(["a", "b"]);
    expect(order(events).match(/user_message.*?done/g)).toHaveLength(2);
    await agent.idle();
    expect(agent.busy).toBe(false);
  });

  test("that are sent on `done` start anew, one at a time", async () => {
    const { agent, events } = scriptedAgent([{ text: "1" }, { text: "2" }, { text: "3" }]);
    let more = 2;
    const ended: Promise<unknown>[] = [];
    agent.subscribe(({ type }) => {
      if (type === "done" && more === 2) {
        while (more-- > 0) ended.push(agent.prompt("again"));
      }
    });
    await agent.prompt("first");
    await Promise.all(ended);
    expect(
      order(events)
        .split("done ")
        .every((part) => (part.match(/user_message/g) ?? []).length === 1),
    ).toBe(true);
  });

  test("that wait go on after an abort, unless they are dropped too", async () => {
    const { agent } = scriptedAgent([
      { text: "x", hang: true },
      { text: "two" },
      { text: "x", hang: true },
    ]);
    const first = agent.prompt("a");
    const second = agent.prompt("b");
    await next(agent, "text_delta");
    agent.abort();
    expect([await first, await second]).toEqual([{ stop: "aborted" }, { stop: "end" }]);
    const third = agent.prompt("c");
    const fourth = agent.prompt("d");
    await next(agent, "text_delta");
    agent.abort({ queue: true });
    expect([await third, await fourth]).toEqual([{ stop: "aborted" }, { stop: "aborted" }]);
    expect(agent.messages.filter(({ role }) => role === "user")).toHaveLength(3);
  });

  test("carry images", async () => {
    const { agent, client } = scriptedAgent([{ text: "ok" }]);
    const image = { type: "image" as const, mime_type: "image/png", data: "AAAA" };
    await agent.prompt([...text("look"), image]);
    expect(client.requests[0]?.messages[0]?.content).toEqual([...text("look"), image]);
  });
});

test("a message to steer is put in between two steps", async () => {
  const { agent, client, events } = scriptedAgent(
    [{ calls: [{ name: "slow" }] }, { text: "ok" }, { text: "and that" }],
    {
      tools: [
        {
          ...echo,
          name: "slow",
          run: () => {
            void agent.steer("rather do this");
            return { content: text("ok") };
          },
        },
      ],
    },
  );
  agent.subscribe(({ type }) => {
    if (type === "text_delta" && client.requests.length === 2) void agent.steer("one more");
  });
  expect(await agent.prompt("go")).toEqual({ stop: "end" });
  expect(agent.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "user",
    "assistant",
    "user",
    "assistant",
  ]);
  expect(client.requests[1]?.messages.at(-1)).toMatchObject({
    role: "user",
    content: text("rather do this"),
  });
  expect(events.filter(({ type }) => type === "user_message")).toMatchObject([
    {},
    { steering: true },
    { steering: true },
  ]);
  await agent.steer("idle: a prompt");
  expect(agent.messages.at(-2)).toMatchObject({ role: "user", content: text("idle: a prompt") });
});

test("the loop ends at its most steps, with an error", async () => {
  const { agent, events, client } = scriptedAgent(
    Array.from({ length: 9 }, () => ({ calls: [{ name: "echo" }] })),
    { tools: [echo], maxSteps: 3 },
  );
  expect(await agent.prompt("go")).toEqual({ stop: "error", error: "max steps (3) exceeded" });
  expect(client.requests).toHaveLength(3);
  expect(order(events)).toMatch(/tool_result error done$/);
});

test("a failed turn can be tried again on another model, and each is charged at its own price", async () => {
  const { agent, client } = scriptedAgent([{ text: "hi" }, { error: "overloaded" }], {
    model: model(),
  });
  await agent.prompt("a");
  expect(await agent.prompt("b")).toMatchObject({
    stop: "error",
    cause: { code: "overloaded", retryable: true },
  });
  const other = new ScriptedClient([{ text: "here", usage: { cache_read: 1_000_000 } }]);
  const dear = model({
    id: "dear",
    price: { input: 100, output: 0, cache_read: 10, cache_write: 0 },
  });
  expect(await agent.retry({ client: other, model: dear })).toEqual({ stop: "end" });
  expect(client.requests).toHaveLength(2);
  expect(other.requests[0]?.messages).toHaveLength(3);
  expect(agent.model).toBe("dear");
  const first = (10 * 1 + 2 * 2) / 1e6;
  expect(agent.usage.cost_usd).toBeCloseTo(first + (10 * 100) / 1e6 + 10, 10);
  expect(agent.usage).toMatchObject({ input: 20, output: 4, cache_read: 1_000_000 });
});

test("tools can change while the agent works; the next request has the new ones", async () => {
  const { agent, client } = scriptedAgent([{ calls: [{ name: "echo" }] }, { text: "ok" }], {
    tools: [
      {
        ...echo,
        run: () => {
          agent.setTools([{ ...echo, name: "late" }]);
          return { content: [] };
        },
      },
    ],
  });
  await agent.prompt("go");
  expect(client.requests.map(({ tools }) => tools?.map(({ name }) => name))).toEqual([
    ["echo"],
    ["late"],
  ]);
});

test("cleared, the agent forgets what was said but not what it cost", async () => {
  const { agent, events } = scriptedAgent([{ text: "hi" }]);
  await agent.prompt("a");
  events.length = 0;
  await agent.clear();
  expect(agent.messages).toEqual([]);
  expect(agent.usage.input).toBe(10);
  expect(events).toEqual([]);
});

test("a listener that throws does not disturb the work; its error is its own", async () => {
  const { agent, events } = scriptedAgent([{ text: "hi" }]);
  const before = process.listeners("uncaughtException");
  const caught: unknown[] = [];
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", (error) => caught.push(error));
  try {
    agent.subscribe(({ type }) => {
      if (type === "assistant_message") throw new Error("a bug in the screen");
    });
    expect(await agent.prompt("go")).toEqual({ stop: "end" });
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.removeAllListeners("uncaughtException");
    for (const listener of before) process.on("uncaughtException", listener);
  }
  expect(caught).toMatchObject([{ message: "a bug in the screen" }]);
  expect(order(events)).toMatch(/turn_end\{end\} done$/);
});
