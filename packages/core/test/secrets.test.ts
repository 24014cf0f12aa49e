import { rememberSecret } from "@zot/providers";
import { expect, test } from "vitest";
import type { Tool } from "../src/index.js";
import { echo, scriptedAgent } from "./helpers/agents.js";

const SECRET = "sk-canary-0123456789";
rememberSecret(SECRET);

/** A tool that lets the secret out in every way that a tool has. */
const leaky: Tool = {
  ...echo,
  name: "leaky",
  run: (_args, { progress }) => {
    const pieces = ["it is ", ...SECRET.split(""), ".\n", SECRET.slice(0, 9)];
    for (const piece of pieces) progress(piece);
    return {
      content: [{ type: "text", text: `it is ${SECRET}` }],
      details: { diff: `+${SECRET}`, deep: [{ inside: { more: SECRET } }], count: 3 },
    };
  },
};
const throwing: Tool = {
  ...echo,
  name: "throwing",
  run: () => Promise.reject(new Error(`no such file: ${SECRET}`)),
};

test("R8: what a tool returns, shows or throws is redacted before anyone gets it", async () => {
  const { agent, client, events } = scriptedAgent(
    [{ calls: [{ name: "leaky" }, { name: "throwing" }] }, { text: "I see" }],
    { tools: [leaky, throwing] },
  );
  await agent.prompt("go");
  for (const seen of [events, agent.messages, client.requests]) {
    const whole = JSON.stringify(seen);
    expect(whole).toContain("[redacted]");
    expect(whole).not.toContain(SECRET);
  }
  const shown = events.flatMap((event) => (event.type === "tool_progress" ? [event.text] : []));
  expect(shown.join("")).toBe(`it is [redacted].\n${SECRET.slice(0, 9)}`);
  expect(events.find((event) => event.type === "tool_result")).toMatchObject({
    details: { diff: "+[redacted]", deep: [{ inside: { more: "[redacted]" } }], count: 3 },
  });
});

test("R8: so is the result of a call that somebody else than the model makes", async () => {
  const { agent } = scriptedAgent([], { tools: [leaky] });
  const call = { id: "1", name: "leaky", args: {} };
  const result = await agent.runTool(call, new AbortController().signal);
  expect(JSON.stringify(result)).not.toContain(SECRET);
});

test("details that lead back to themselves, and blocks that are none, end no turn", async () => {
  const details: Record<string, unknown> = { name: "loop", when: new Date(0) };
  details.self = details;
  const content = [{ type: "text" }, { type: "image" }] as never;
  const odd: Tool = { ...echo, name: "odd", run: () => ({ content, details }) };
  const { agent, events } = scriptedAgent([{ calls: [{ name: "odd" }] }, { text: "I see" }], {
    tools: [odd],
  });
  expect(await agent.prompt("go")).toEqual({ stop: "end" });
  expect(events.find((event) => event.type === "tool_result")).toMatchObject({
    details: { name: "loop", when: new Date(0) },
  });
});
