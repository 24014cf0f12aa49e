import { describe, expect, test } from "vitest";
import type { AgentHooks, Tool } from "../src/index.js";
import { echo, order, scriptedAgent, text } from "./helpers/agents.js";

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
    expect(asked).toEqual([
      {
        id: "call_1_1",
        tool: "echo",
        args: { n: 5 },
        question: "Sure?",
        rewrittenBy: ["hook 2"],
      },
    ]);
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
