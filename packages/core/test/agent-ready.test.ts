import { describe, expect, test } from "vitest";
import type { AgentOptions, Question, Tool } from "../src/index.js";
import { echo, order, scriptedAgent, text } from "./helpers/agents.js";

/** A gate that is opened by hand, and what came to it. */
function makeGate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let asked = 0;
  const whenReady: NonNullable<AgentOptions["whenReady"]> = async (signal) => {
    asked += 1;
    if (signal.aborted) return;
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => {
        resolve();
      });
    });
    await Promise.race([opened, aborted]);
  };
  return { whenReady, open, asked: () => asked };
}

/** Everything that is due has happened. */
const rest = async () => {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe("R26: before what must be in place is there,", () => {
  test.each(["prompt", "retry", "compact"] as const)(
    "R26: a %s sends, writes and tells nothing",
    async (what) => {
      const { whenReady, open, asked } = makeGate();
      const messages = Array.from({ length: 6 }, () => ({
        role: "user" as const,
        content: text("earlier"),
        time: "",
      }));
      const { agent, client, events } = scriptedAgent([{ text: "hi" }], { whenReady, messages });
      const outcome = what === "prompt" ? agent.prompt("go") : agent[what]();
      await rest();
      expect({ asked: asked(), requests: client.requests, events }).toEqual({
        asked: 1,
        requests: [],
        events: [],
      });
      expect(agent.messages).toHaveLength(6);
      expect(agent.busy).toBe(true);
      // What is there by then is what the model gets.
      agent.setTools([{ ...echo, name: "late" }]);
      agent.setSystem("late");
      open();
      expect(await outcome).toEqual({ stop: "end" });
      expect(client.requests).toHaveLength(1);
      expect(client.requests[0]).toMatchObject({ system: "late", tools: [{ name: "late" }] });
    },
  );

  test("R26: no tool runs for somebody else than the model either", async () => {
    const { whenReady, open } = makeGate();
    let ran = 0;
    const tool: Tool = { ...echo, run: () => ({ content: text(String((ran += 1))) }) };
    const { agent } = scriptedAgent([], { whenReady, tools: [tool] });
    const signal = new AbortController().signal;
    const result = agent.runTool({ id: "1", name: "echo", args: {} }, signal);
    await rest();
    expect(ran).toBe(0);
    open();
    expect(await result).toMatchObject({ content: text("1") });
  });

  test("R26: an abort ends the wait, with done and without a trace", async () => {
    const { whenReady } = makeGate();
    const { agent, client, events } = scriptedAgent([{ text: "hi" }], { whenReady });
    const outcome = agent.prompt("go");
    await rest();
    agent.abort();
    expect(await outcome).toEqual({ stop: "aborted" });
    expect(order(events)).toBe("done");
    expect({ requests: client.requests, messages: agent.messages }).toEqual({
      requests: [],
      messages: [],
    });
    const ended = AbortSignal.abort();
    const call = { id: "1", name: "echo", args: {} };
    expect(await agent.runTool(call, ended)).toMatchObject({ is_error: true });
  });

  test("what can't get ready ends the prompt in its error", async () => {
    const whenReady = () => Promise.reject(new Error("never"));
    const { agent, client } = scriptedAgent([{ text: "hi" }], { whenReady });
    expect(await agent.prompt("go")).toMatchObject({ stop: "error", error: "never" });
    expect(client.requests).toEqual([]);
  });
});

test("R24: whoever is asked about a call learns who makes it, and so do all that listen", async () => {
  const questions: Question[] = [];
  const { agent, events } = scriptedAgent(
    [{ text: "", calls: [{ name: "echo", args: {} }] }, { text: "bye" }],
    {
      tools: [echo],
      hooks: [{ beforeToolCall: () => ({ action: "ask" }) }],
      ask: (question) => {
        questions.push(question);
        return Promise.resolve({ allowed: true });
      },
    },
  );
  await agent.prompt("go");
  const { signal } = new AbortController();
  await agent.runTool({ id: "2", name: "echo", args: {} }, signal, { origin: "butler" });
  expect(questions.map(({ id, origin }) => [id === "2", origin])).toEqual([
    [false, undefined],
    [true, "butler"],
  ]);
  const told = events.filter(({ type }) => /confirmation|permission/.test(type));
  expect(told.map((event) => ("origin" in event ? event.origin : undefined))).toEqual([
    undefined,
    undefined,
    "butler",
    "butler",
  ]);
});
