import { describe, expect, test } from "vitest";
import { echo, model, next, order, scriptedAgent } from "./helpers/agents.js";
import { asSaved } from "./helpers/as-saved.js";

describe("compaction", () => {
  const long = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ text: `answer ${i}` }));

  test("by hand keeps the last four messages, and the summary is the user's", async () => {
    const { agent, client, events } = scriptedAgent([
      ...long(3),
      { text: "the summary" },
      { text: "on we go" },
    ]);
    for (const prompt of ["a", "b", "c"]) await agent.prompt(prompt);
    const before = [...agent.messages];
    events.length = 0;
    expect(await agent.compact()).toEqual({ stop: "end" });
    expect(order(events)).toBe("compact_start compact_done done");
    expect(events[1]).toEqual({
      type: "compact_done",
      summary: "the summary",
      before: expect.any(Number) as number,
      after: agent.contextTokens,
    });
    expect(agent.messages).toHaveLength(5);
    expect(agent.messages[0]?.role).toBe("user");
    expect(JSON.stringify(agent.messages[0])).toContain("the summary");
    expect(agent.messages.slice(1)).toEqual(before.slice(2));
    expect(client.requests[3]?.messages.slice(0, 2)).toEqual(asSaved(before.slice(0, 2)));
    expect(agent.usage.input).toBe(40);
    await agent.prompt("d");
    expect(client.requests[4]?.messages).toHaveLength(6);
  });

  test("with four messages or fewer there is nothing to do", async () => {
    const { agent, events } = scriptedAgent(long(2));
    await agent.prompt("a");
    await agent.prompt("b");
    events.length = 0;
    expect(await agent.compact()).toMatchObject({ stop: "error" });
    expect(order(events)).toBe("error done");
    expect(events[0]).toMatchObject({
      message: expect.stringMatching(/^nothing to compact/) as string,
    });
  });

  test("never parts a call from its result", async () => {
    const { agent } = scriptedAgent(
      [
        { text: "1" },
        { calls: [{ name: "echo" }, { name: "echo" }] },
        { text: "2" },
        { text: "3" },
        { text: "summary" },
      ],
      { tools: [echo] },
    );
    for (const prompt of ["a", "b", "c"]) await agent.prompt(prompt);
    expect(agent.messages.at(-4)?.role).toBe("tool");
    await agent.compact();
    expect(agent.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
      "assistant",
    ]);
  });

  test("that is aborted or fails leaves the transcript as it was", async () => {
    const { agent, events } = scriptedAgent([
      ...long(3),
      { text: "half", hang: true },
      { error: "server" },
      { calls: [{ name: "x" }] },
    ]);
    for (const prompt of ["a", "b", "c"]) await agent.prompt(prompt);
    const before = [...agent.messages];
    const aborted = agent.compact();
    await next(agent, "compact_start");
    agent.abort();
    expect(await aborted).toEqual({ stop: "aborted" });
    expect(agent.messages).toEqual(before);
    expect(await agent.compact()).toMatchObject({ stop: "error", error: "scripted server" });
    expect(await agent.compact()).toMatchObject({
      stop: "error",
      error: expect.stringContaining("no summary") as string,
    });
    expect(agent.messages).toEqual(before);
    expect(order(events)).not.toContain("compact_done");
  });

  test("what the context takes is the same however often it is asked for while an answer ends", async () => {
    const { agent } = scriptedAgent([{ text: "words ".repeat(100), usage: { input: 500 } }]);
    agent.subscribe(() => agent.contextTokens);
    await agent.prompt("a");
    const asked = agent.contextTokens;
    const other = scriptedAgent([{ text: "words ".repeat(100), usage: { input: 500 } }]);
    await other.agent.prompt("a");
    expect(asked).toBe(other.agent.contextTokens);
  });

  test("happens by itself at 85 % of the window, before the next request", async () => {
    const { agent, client, events } = scriptedAgent(
      [
        ...long(2),
        { text: "third", usage: { input: 800, cache_read: 60 } },
        { text: "summary" },
        { text: "fourth" },
      ],
      { model: model() },
    );
    for (const prompt of ["a", "b", "c"]) await agent.prompt(prompt);
    expect(agent.contextTokens).toBe(862);
    events.length = 0;
    await agent.prompt("d");
    expect(order(events)).toMatch(
      /^user_message compact_start compact_done turn_start assistant_start/,
    );
    expect(client.requests[4]?.messages).toHaveLength(5);
    expect(agent.contextTokens).toBeLessThan(100);
    const calm = scriptedAgent([{ text: "x", usage: { input: 840 } }, ...long(3)], {
      model: model(),
    });
    for (const prompt of ["a", "b", "c", "d"]) await calm.agent.prompt(prompt);
    expect(order(calm.events)).not.toContain("compact");
  });

  test("happens where the agent was told, or never", async () => {
    const lines = () => [...long(2), { text: "third", usage: { input: 500 } }, { text: "summary" }];
    for (const [compactAt, compacts] of [
      [0.5, true],
      [0, false],
    ] as const) {
      const { agent, events } = scriptedAgent(lines(), { model: model(), compactAt });
      for (const prompt of ["a", "b", "c", "d"]) await agent.prompt(prompt);
      expect(order(events).includes("compact_done")).toBe(compacts);
    }
  });

  test("makes room when a request did not fit, and sends it again", async () => {
    const { agent, events } = scriptedAgent([
      ...long(3),
      { error: "context_overflow" },
      { text: "summary" },
      { text: "fits now" },
    ]);
    for (const prompt of ["a", "b", "c"]) await agent.prompt(prompt);
    events.length = 0;
    expect(await agent.prompt("d")).toEqual({ stop: "end" });
    expect(order(events)).toMatch(
      /^user_message turn_start turn_end\{error\} compact_start compact_done turn_start/,
    );
    const first = scriptedAgent([{ error: "context_overflow" }]);
    expect(await first.agent.prompt("too long")).toMatchObject({ stop: "error" });
  });
});
