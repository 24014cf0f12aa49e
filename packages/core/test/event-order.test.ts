import { describe, expect, test } from "vitest";
import type { ToolContext } from "../src/index.js";
import { echo, next, order, scriptedAgent } from "./helpers/agents.js";

describe("the order of events is the one that clients in the field rely on:", () => {
  test("a plain turn", async () => {
    const { agent, events } = scriptedAgent([{ text: "Hello there" }]);
    expect(await agent.prompt("hi")).toEqual({ stop: "end" });
    expect(order(events)).toBe(
      "user_message turn_start assistant_start text_delta* usage assistant_message turn_end{end} done",
    );
  });

  test("a tool turn", async () => {
    const { agent, events } = scriptedAgent(
      [
        {
          text: "Let me see",
          calls: [
            { name: "echo", args: { text: "a" } },
            { name: "echo", args: { text: "b" } },
          ],
        },
        { text: "Done" },
      ],
      { tools: [echo] },
    );
    await agent.prompt("go");
    expect(order(events)).toBe(
      "user_message turn_start assistant_start text_delta* " +
        "tool_use_start tool_use_args* tool_use_end tool_use_start tool_use_args* tool_use_end " +
        "usage assistant_message tool_call tool_call turn_end{tool_use} tool_result tool_result " +
        "turn_start assistant_start text_delta* usage assistant_message turn_end{end} done",
    );
  });

  test("a provider's error", async () => {
    const { agent, events } = scriptedAgent([{ error: "server" }]);
    const outcome = await agent.prompt("hi");
    expect(outcome).toMatchObject({ stop: "error", error: "scripted server" });
    expect(order(events)).toBe("user_message turn_start turn_end{error} error done");
    expect(events.at(2)).toMatchObject({ error: "scripted server" });
  });

  test("an abort while the answer streams", async () => {
    const { agent, events } = scriptedAgent([{ text: "half an", hang: true }]);
    const ended = agent.prompt("hi");
    await next(agent, "text_delta");
    agent.abort();
    expect(await ended).toEqual({ stop: "aborted" });
    expect(order(events)).toBe(
      "user_message turn_start assistant_start text_delta* usage assistant_message turn_end{aborted} done",
    );
    expect(agent.messages.at(-1)).toMatchObject({
      role: "assistant",
      content: [{ type: "text", text: "half an" }],
    });
  });

  test("an abort while a tool runs", async () => {
    const wait = {
      ...echo,
      name: "wait",
      run: (_: unknown, { signal, progress }: ToolContext) =>
        new Promise<never>((_resolve, reject) => {
          progress("waiting");
          signal.addEventListener("abort", () => {
            reject(new Error("stopped"));
          });
        }),
    };
    const { agent, events } = scriptedAgent([{ calls: [{ name: "wait" }, { name: "echo" }] }], {
      tools: [wait, echo],
    });
    const ended = agent.prompt("go");
    await next(agent, "tool_progress");
    agent.abort();
    expect(await ended).toEqual({ stop: "aborted" });
    expect(order(events)).toMatch(
      /turn_end\{tool_use\} tool_progress\* tool_result tool_result done$/,
    );
    expect(agent.messages.at(-1)).toMatchObject({
      role: "tool",
      content: [
        { call_id: "call_1_1", is_error: true, content: [{ text: "aborted: stopped" }] },
        { call_id: "call_1_2", is_error: true },
      ],
    });
  });

  test("a blocked turn", async () => {
    const { agent, events, client } = scriptedAgent([], {
      hooks: [{ beforeTurn: () => ({ action: "block" }) }],
    });
    expect(await agent.prompt("hi")).toMatchObject({ stop: "error" });
    expect(order(events)).toBe("user_message turn_start turn_end{error} done");
    expect(events.at(2)).toMatchObject({ error: "turn blocked by a guard" });
    expect(client.requests).toEqual([]);
  });
});
