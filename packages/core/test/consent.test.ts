import { describe, expect, test } from "vitest";
import type { AgentHooks, AgentOptions, Tool } from "../src/index.js";
import { echo, next, scriptedAgent, text } from "./helpers/agents.js";

type Ask = NonNullable<AgentOptions["ask"]>;
type Question = Parameters<Ask>[0];

/** An agent whose model calls `echo {n: 1}` once; tells what ran and what was asked. */
function consentScene(hooks: AgentHooks[], answer: Ask = () => Promise.resolve({ allowed: true })) {
  const ran: unknown[] = [];
  const asked: Question[] = [];
  const tool: Tool = {
    ...echo,
    run: (args) => {
      ran.push(args);
      return { content: text("ran") };
    },
  };
  const made = scriptedAgent(
    [{ calls: [{ name: "echo", args: { n: 1, list: ["a"] } }] }, { text: "bye" }],
    {
      tools: [tool],
      hooks,
      ask: (question, signal) => {
        asked.push(question);
        return answer(question, signal);
      },
    },
  );
  return { ...made, ran, asked };
}

/** Asks about everything but the one thing that it takes for harmless. */
const asksUnlessOne: AgentHooks = {
  name: "rules",
  beforeToolCall: ({ args }) =>
    args.n === 1 ? { action: "allow" } : { action: "ask", question: `n = ${String(args.n)}?` },
};
const rewrites = (n: number): AgentHooks => ({
  name: "guard",
  beforeToolCall: () => ({ action: "rewrite", args: { n } }),
});

describe("R2: what was approved is what runs:", () => {
  test("a hook that let other arguments pass is asked again when a later one rewrites them", async () => {
    const { agent, ran, asked } = consentScene([asksUnlessOne, rewrites(2)]);
    await agent.prompt("go");
    expect(asked).toMatchObject([{ args: { n: 2 }, question: "n = 2?", rewrittenBy: ["guard"] }]);
    expect(ran).toEqual([{ n: 2 }]);
  });

  test("it may block them then", async () => {
    const blocks: AgentHooks = {
      name: "rules",
      beforeToolCall: ({ args }) =>
        args.n === 1 ? undefined : { action: "block", reason: "only one" },
    };
    const { agent, ran, events } = consentScene([blocks, rewrites(2)]);
    await agent.prompt("go");
    expect(ran).toEqual([]);
    expect(events.find(({ type }) => type === "tool_result")).toMatchObject({
      is_error: true,
      content: text("only one"),
      details: { blocked_by: "rules" },
    });
  });

  test("or rewrite them in turn, and whoever agreed to what it rewrote is asked again", async () => {
    const seen: unknown[] = [];
    const limits: AgentHooks = {
      name: "limits",
      beforeToolCall: ({ args }) =>
        Number(args.n) > 5 ? { action: "rewrite", args: { n: 5 } } : undefined,
    };
    const watches: AgentHooks = {
      beforeToolCall: ({ args }) => {
        seen.push(args.n);
        return undefined;
      },
    };
    const { agent, ran, asked } = consentScene([limits, watches, rewrites(9), asksUnlessOne]);
    await agent.prompt("go");
    expect(ran).toEqual([{ n: 5 }]);
    expect(seen.at(-1)).toBe(5);
    expect(asked).toMatchObject([
      { args: { n: 5 }, question: "n = 5?", rewrittenBy: ["guard", "limits"] },
    ]);
  });

  test("a question that no longer holds for what was rewritten is not asked", async () => {
    const { agent, ran, asked } = consentScene([
      { beforeToolCall: () => ({ action: "rewrite", args: { n: 7 } }) },
      asksUnlessOne,
      rewrites(1),
    ]);
    await agent.prompt("go");
    expect(asked).toEqual([]);
    expect(ran).toEqual([{ n: 1 }]);
  });

  test("nobody who was shown the arguments can change them afterwards", async () => {
    const tamper = (args: Record<string, unknown>) => {
      args.n = 666;
      (args.list as string[] | undefined)?.push("evil");
    };
    const { agent, ran, asked } = consentScene(
      [
        {
          beforeToolCall: ({ args }) => {
            tamper(args);
            return { action: "ask" };
          },
          onEvent: (event) => {
            if (event.type === "tool_confirmation_requested") tamper(event.args);
          },
        },
      ],
      (question) => {
        expect(question.args).toEqual({ n: 1, list: ["a"] });
        tamper(question.args);
        return Promise.resolve({ allowed: true });
      },
    );
    await agent.prompt("go");
    expect(asked).toHaveLength(1);
    expect(ran).toEqual([{ n: 1, list: ["a"] }]);
  });
});

describe("R24: who asks", () => {
  test("is named where a call is not the model's", async () => {
    const { agent, asked, events } = consentScene([{ beforeToolCall: () => ({ action: "ask" }) }]);
    const call = { id: "x", name: "echo", args: {} };
    await agent.runTool(call, new AbortController().signal, { origin: "todo" });
    expect(asked).toMatchObject([{ tool: "echo", origin: "todo" }]);
    expect(events.find(({ type }) => type === "tool_confirmation_requested")).toMatchObject({
      origin: "todo",
    });
    await agent.prompt("go");
    expect(asked[1]).not.toHaveProperty("origin");
  });
});

describe("a call is said to start", () => {
  test("when it does: after the hooks and the user, before it makes progress", async () => {
    const { agent, events } = consentScene([{ beforeToolCall: () => ({ action: "ask" }) }]);
    await agent.prompt("go");
    const types = events.map(({ type }) => type).filter((type) => /^tool_|permission/.test(type));
    expect(types.slice(-5)).toEqual([
      "tool_call",
      "tool_confirmation_requested",
      "permission_decision",
      "tool_start",
      "tool_result",
    ]);
  });

  test("with the arguments that it runs with, where they were rewritten", async () => {
    const { agent } = consentScene([rewrites(3)]);
    const started = next(agent, "tool_start");
    await agent.prompt("go");
    expect(await started).toEqual({
      type: "tool_start",
      id: "call_1_1",
      name: "echo",
      args: { n: 3 },
      rewritten_by: ["guard"],
    });
  });

  test("never, if it was refused", async () => {
    const { agent, events } = consentScene([{ beforeToolCall: () => ({ action: "ask" }) }], () =>
      Promise.resolve({ allowed: false }),
    );
    await agent.prompt("go");
    expect(events.map(({ type }) => type)).not.toContain("tool_start");
  });

  test("one at a time", async () => {
    const { agent, events } = scriptedAgent(
      [{ calls: [{ name: "echo" }, { name: "echo" }] }, { text: "bye" }],
      { tools: [echo] },
    );
    await agent.prompt("go");
    const types = events.map(({ type }) => type).filter((type) => /start|result/.test(type));
    expect(types.filter((type) => type.startsWith("tool_") && type !== "tool_use_start")).toEqual([
      "tool_start",
      "tool_result",
      "tool_start",
      "tool_result",
    ]);
  });
});
