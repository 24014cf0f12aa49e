import { describe, expect, test } from "vitest";
import type { Model } from "@zot/providers";
import type { AgentHooks, Tool } from "../src/index.js";
import { echo, next, order, scriptedAgent } from "./helpers/agents.js";
import { ScriptedClient } from "./helpers/scripted-client.js";

const text = (value: string) => [{ type: "text" as const, text: value }];

function model(changes: Partial<Model> = {}): Model {
  return {
    id: "m",
    provider: "scripted",
    name: "M",
    context_window: 1_000,
    max_output: 100,
    reasoning: false,
    price: { input: 1, output: 2, cache_read: 0.1, cache_write: 1.25 },
    ...changes,
  };
}

describe("prompts", () => {
  test("wait for each other, strictly in order", async () => {
    const { agent, events } = scriptedAgent([{ text: "one" }, { text: "two" }]);
    const started: string[] = [];
    const first = agent.prompt("a", { onStart: () => started.push("a") });
    const second = agent.prompt("b", { onStart: () => started.push("b") });
    expect(agent.busy).toBe(true);
    expect(agent.queued).toBe(1);
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

describe("tool calls", () => {
  const throwing: Tool = {
    ...echo,
    name: "throwing",
    run: () => {
      throw new Error("broken");
    },
  };

  test("that fail, throw or are unknown are data for the model", async () => {
    const { agent } = scriptedAgent(
      [{ calls: [{ name: "throwing" }, { name: "nope" }, { name: "silent" }] }, { text: "I see" }],
      { tools: [throwing, { ...echo, name: "silent", run: () => ({ content: [] }) }] },
    );
    expect(await agent.prompt("go")).toEqual({ stop: "end" });
    expect(agent.messages[2]).toMatchObject({
      role: "tool",
      content: [
        { call_id: "call_1_1", is_error: true, content: text("broken") },
        { call_id: "call_1_2", is_error: true, content: text('unknown tool "nope"') },
        { call_id: "call_1_3", is_error: false, content: text("(no output)") },
      ],
    });
  });

  test("that return a string answer with it, and nonsense is named without ending the turn", async () => {
    const nonsense = { ...echo, name: "nonsense", run: () => 42 as never };
    const { agent } = scriptedAgent(
      [{ calls: [{ name: "short" }, { name: "nonsense" }] }, { text: "I see" }],
      { tools: [{ ...echo, name: "short", run: () => "said" }, nonsense] },
    );
    expect(await agent.prompt("go")).toEqual({ stop: "end" });
    expect(agent.messages[2]).toMatchObject({
      content: [
        { call_id: "call_1_1", is_error: false, content: text("said") },
        {
          call_id: "call_1_2",
          is_error: true,
          content: text(
            'tool "nonsense" returned no content: a string or { content: […] } was expected',
          ),
        },
      ],
    });
  });

  test("of an answer that broke off are dropped, its text stays", async () => {
    const client = new ScriptedClient([]);
    const { agent } = scriptedAgent([], { client });
    client.stream = async function* () {
      const { ProviderError } = await import("@zot/providers");
      yield { type: "text_delta", delta: "so" };
      yield {
        type: "error",
        error: new ProviderError("connection", "lost", { provider: "scripted", retryable: true }),
        message: {
          role: "assistant",
          content: [...text("so"), { type: "tool_call", id: "1", name: "echo", args: {} }],
          time: "",
        },
      };
    };
    expect(await agent.prompt("go")).toMatchObject({ stop: "error", error: "lost" });
    expect(agent.messages.at(-1)).toMatchObject({ role: "assistant", content: text("so") });
  });

  test("whose tool ignores an abort don't keep the user waiting", async () => {
    const { agent } = scriptedAgent([{ calls: [{ name: "deaf" }] }], {
      tools: [
        {
          ...echo,
          name: "deaf",
          run: (_args, { progress }) => {
            progress("on");
            return new Promise(() => undefined);
          },
        },
      ],
    });
    const ended = agent.prompt("go");
    await next(agent, "tool_progress");
    agent.abort();
    expect(await ended).toEqual({ stop: "aborted" });
    expect(JSON.stringify(agent.messages.at(-1))).toContain("did not stop in time");
  });
});

describe("hooks are asked in order:", () => {
  const run = async (hooks: AgentHooks[], options = {}) => {
    const seen: unknown[] = [];
    const tool: Tool = {
      ...echo,
      run: (args) => {
        seen.push(args);
        return { content: text("ran") };
      },
    };
    const made = scriptedAgent(
      [{ text: "hm", calls: [{ name: "echo", args: { n: 1 } }] }, { text: "bye" }],
      { tools: [tool], hooks, system: "base", ...options },
    );
    await made.agent.prompt("go");
    const result = made.events.find((event) => event.type === "tool_result");
    return { ...made, seen, result };
  };

  test("the system prompt goes through all of them; an empty one removes it", async () => {
    const { client } = await run([
      { beforeAgentStart: (s) => `${s}+1` },
      { beforeAgentStart: () => undefined },
      { beforeAgentStart: (s) => `${s}+2` },
    ]);
    expect(client.requests.map(({ system }) => system)).toEqual(["base+1+2", "base+1+2"]);
    const gone = await run([{ beforeAgentStart: () => "" }]);
    expect(gone.client.requests[0]).not.toHaveProperty("system");
  });

  test("rewrites chain, change only what runs, and are named", async () => {
    const add = (name: string): AgentHooks => ({
      name,
      beforeToolCall: ({ args }) => ({ action: "rewrite", args: { n: Number(args.n) + 1 } }),
    });
    const { seen, result, agent, events } = await run([
      add("one"),
      { beforeToolCall: () => ({ action: "allow" }) },
      add("two"),
    ]);
    expect(seen).toEqual([{ n: 3 }]);
    expect(result).toMatchObject({ details: { rewritten_by: ["one", "two"], args: { n: 3 } } });
    expect(events.find(({ type }) => type === "tool_call")).toMatchObject({ args: { n: 1 } });
    expect(JSON.stringify(agent.messages)).toContain('"args":{"n":1}');
  });

  test("the first block wins, with its reason or a default one; a hook that throws blocks", async () => {
    const blocked = await run([
      { name: "guard", beforeToolCall: () => ({ action: "block", reason: "not today" }) },
      {
        beforeToolCall: () => {
          throw new Error("never asked");
        },
      },
    ]);
    expect(blocked.seen).toEqual([]);
    expect(blocked.result).toMatchObject({
      is_error: true,
      content: text("not today"),
      details: { blocked_by: "guard" },
    });
    const silent = await run([{ beforeToolCall: () => ({ action: "block", by: "x" }) }]);
    expect(silent.result).toMatchObject({
      content: text("tool call refused by a guard"),
      details: { blocked_by: "x" },
    });
    const broken = await run([
      { beforeToolCall: () => Promise.reject(new Error("guard is down")) },
    ]);
    expect(broken.result).toMatchObject({ is_error: true, content: text("guard is down") });
    const turn = await run([
      {
        beforeTurn: ({ step }) => (step === 2 ? { action: "block", reason: "enough" } : undefined),
      },
    ]);
    expect(order(turn.events)).toMatch(/tool_result turn_start turn_end\{error\} done$/);
  });

  test("the user is asked once, about what will run", async () => {
    const asked: unknown[] = [];
    const hooks: AgentHooks[] = [
      { beforeToolCall: () => ({ action: "ask", question: "Sure?" }) },
      { beforeToolCall: () => ({ action: "rewrite", args: { n: 5 } }) },
    ];
    const yes = await run(hooks, {
      ask: (question: unknown) => {
        asked.push(question);
        return Promise.resolve({ allowed: true });
      },
    });
    expect(asked).toEqual([{ id: "call_1_1", tool: "echo", args: { n: 5 }, question: "Sure?" }]);
    expect(yes.seen).toEqual([{ n: 5 }]);
    expect(order(yes.events)).toContain(
      "turn_end{tool_use} tool_confirmation_requested permission_decision tool_result",
    );
    const no = await run(hooks, {
      ask: () => Promise.resolve({ allowed: false, reason: "rather not" }),
    });
    expect(no.result).toMatchObject({ is_error: true, content: text("rather not") });
    const nobody = await run(hooks);
    expect(nobody.result).toMatchObject({
      is_error: true,
      content: text("echo needs the user's consent, and there is nobody to ask"),
    });
  });

  test("an answer can be replaced or withheld; the transcript keeps the model's own", async () => {
    const { events, agent } = await run([
      { beforeAssistantMessage: ({ text: said }) => ({ text: said.toUpperCase() }) },
      {
        beforeAssistantMessage: ({ text: said }) =>
          said === "BYE" ? { action: "block", reason: "hush" } : undefined,
      },
    ]);
    expect(events.filter(({ type }) => type.startsWith("assistant_message"))).toMatchObject([
      {
        type: "assistant_message",
        replaced: true,
        content: [{ text: "HM" }, { type: "tool_call" }],
      },
      { type: "assistant_message_blocked", reason: "hush" },
    ]);
    expect(JSON.stringify(agent.messages)).toContain('"text":"bye"');
    expect(JSON.stringify(agent.messages)).not.toContain("HM");
  });

  test("every event reaches them", async () => {
    const seen: string[] = [];
    const { events } = await run([{ onEvent: ({ type }) => seen.push(type) }]);
    expect(seen).toEqual(events.map(({ type }) => type));
  });
});

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
    expect(events[1]).toEqual({ type: "compact_done", summary: "the summary" });
    expect(agent.messages).toHaveLength(5);
    expect(agent.messages[0]?.role).toBe("user");
    expect(JSON.stringify(agent.messages[0])).toContain("the summary");
    expect(agent.messages.slice(1)).toEqual(before.slice(2));
    expect(client.requests[3]?.messages.slice(0, 2)).toEqual(before.slice(0, 2));
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
