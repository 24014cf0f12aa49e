import { describe, expect, test } from "vitest";
import type { Tool } from "../src/index.js";
import { echo, next, scriptedAgent, text } from "./helpers/agents.js";
import { ScriptedClient } from "./helpers/scripted-client.js";

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

  test("with arguments that made no sense don't run: the model reads why", async () => {
    const client = new ScriptedClient([{ calls: [{ name: "echo" }] }, { text: "I see" }]);
    const stream = client.stream.bind(client);
    client.stream = async function* (request, signal) {
      for await (const event of stream(request, signal)) {
        if (event.type === "stop") {
          for (const block of event.message.content) {
            if (block.type === "tool_call") block.problem = "that is no JSON";
          }
        }
        yield event;
      }
    };
    const { agent } = scriptedAgent([], { client, tools: [echo] });
    expect(await agent.prompt("go")).toEqual({ stop: "end" });
    expect(agent.messages[2]).toMatchObject({
      role: "tool",
      content: [{ call_id: "call_1_1", is_error: true, content: text("that is no JSON") }],
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
