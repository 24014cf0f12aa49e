import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { echo, scriptedAgent } from "./helpers/agents.js";
import { asSaved } from "./helpers/as-saved.js";
import { newStore, readRecords, toolTurn, writeSession } from "./helpers/sessions.js";
import { tempFolder } from "./helpers/temp-folder.js";

test("a session comes back as it was left: messages, model, title, cost and details", async () => {
  const store = newStore();
  const details = { diff: "+x" };
  const tool = {
    ...echo,
    run: () => ({ content: [{ type: "text" as const, text: "ok" }], details }),
  };
  const session = store.create({ provider: "scripted", model: "scripted" });
  const { agent } = scriptedAgent(toolTurn, { journal: session, tools: [tool] });
  await agent.prompt("hello");
  await session.rename("A title");
  await agent.setModel("other-model");
  await session.close();

  const again = store.open(session.path);
  expect(again.messages).toEqual(asSaved(agent.messages));
  expect(again.usage).toEqual(agent.usage);
  expect(again.usage.input).toBe(20);
  expect(again.lastUsage?.input).toBe(10);
  expect(again.meta).toMatchObject({ title: "A title", model: "other-model", version: "1.2.3" });
  expect(again.details.get("call_1_1")).toEqual(details);
  expect(again.damage).toEqual([]);
  await again.close();
});

test("a session without a message leaves no file", async () => {
  const store = newStore();
  const session = store.create({ provider: "p", model: "m" });
  await session.append({ type: "clear" });
  await session.append({ type: "model", provider: "p", model: "n" });
  await session.close();
  expect(existsSync(session.path)).toBe(false);
  expect(store.list()).toEqual([]);
});

test("only the user can read a session's file", async () => {
  const store = newStore();
  const path = await writeSession(store, [{ text: "hi" }]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("every step is on file before it is announced", async () => {
  const store = newStore();
  const session = store.create({ provider: "scripted", model: "scripted" });
  const seen: string[] = [];
  const tool = {
    ...echo,
    run: ({ text }: Record<string, unknown>) => {
      seen.push(`run: ${kinds(session.path)}`);
      return { content: [{ type: "text" as const, text: String(text) }] };
    },
  };
  const { agent } = scriptedAgent(toolTurn, { journal: session, tools: [tool] });
  agent.subscribe(({ type }) => {
    if (/^(user|assistant)_message$|^tool_result$/.test(type)) {
      seen.push(`${type}: ${kinds(session.path)}`);
    }
  });
  await agent.prompt("go");
  await session.close();
  expect(seen).toEqual([
    "user_message: meta user",
    "assistant_message: meta user usage assistant",
    "run: meta user usage assistant",
    "tool_result: meta user usage assistant tool_result",
    "run: meta user usage assistant tool_result",
    "tool_result: meta user usage assistant tool_result tool",
    "assistant_message: meta user usage assistant tool_result tool usage assistant",
  ]);
});

function kinds(path: string): string {
  return readRecords(path)
    .map(({ type, message }) =>
      type === "message" ? (message as { role: string }).role : (type as string),
    )
    .join(" ");
}

describe("files of the Go zot:", () => {
  const lines = [
    '{"type":"meta","meta":{"id":"0f","cwd":"/p","model":"m1","provider":"anthropic","started":"2026-05-01T10:00:00Z","version":"0.1.0","novel":{"a":1}}}',
    '{"type":"message","message":{"role":"user","content":[{"text":"list it"},{"mime_type":"image/png","data":"AAAA"}],"time":"2026-05-01T10:00:01Z"}}',
    '{"type":"message","message":{"role":"assistant","content":[{"summary":"hm","encrypted_content":"xx"},{"text":"ok"},{"id":"c1","name":"bash","arguments":{"command":"ls"}}],"time":"2026-05-01T10:00:02Z"}}',
    '{"type":"future","stuff":true}',
    '{"type":"message","message":{"role":"tool","content":[{"call_id":"c1","content":[{"text":"a.txt"}],"is_error":false}],"time":"2026-05-01T10:00:03Z"}}',
    '{"type":"usage","usage":{"input_tokens":5,"output_tokens":6,"cache_read_tokens":7,"cache_write_tokens":8,"cost_usd":0.5},"cumulative":{"input_tokens":5,"output_tokens":6,"cache_read_tokens":7,"cache_write_tokens":8,"cost_usd":0.5}}',
    '{"type":"rename","title":"Listing"}',
  ];

  test("are read whole, and what is unknown in them stays", async () => {
    const path = join(tempFolder(), "go.jsonl");
    writeFileSync(path, lines.join("\n") + "\n");
    const store = newStore();
    const session = store.open(path);
    expect(session.damage).toEqual([]);
    expect(session.messages).toMatchObject([
      {
        role: "user",
        content: [
          { type: "text", text: "list it" },
          { type: "image", mime_type: "image/png" },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm" },
          { type: "text", text: "ok" },
          { type: "tool_call", id: "c1", name: "bash", args: { command: "ls" } },
        ],
      },
      { role: "tool", content: [{ type: "tool_result", call_id: "c1", is_error: false }] },
    ]);
    expect(session.usage).toMatchObject({
      input: 5,
      cache_read: 7,
      cost_usd: 0.5,
      reasoning: null,
    });
    expect(session.meta).toMatchObject({ title: "Listing", novel: { a: 1 } });
    await session.append({ type: "model", provider: "openai", model: "m2" });
    await session.close();
    const records = readRecords(path);
    expect(records.at(-1)).toMatchObject({ type: "meta", meta: { model: "m2", novel: { a: 1 } } });
    expect(records).toContainEqual({ type: "future", stuff: true });
  });

  test("our calls are spelled as the Go zot reads them", async () => {
    const path = await writeSession(newStore(), toolTurn);
    const assistant = readRecords(path).find(
      ({ message }) => (message as { role?: string } | undefined)?.role === "assistant",
    );
    expect(assistant).toMatchObject({
      message: {
        content: [
          { text: "Let me look" },
          { id: "call_1_1", arguments: { text: "ein Überblick" } },
          {},
        ],
      },
    });
  });
});

test("resume and fork work across a compaction, and cost goes on from where it was", async () => {
  const store = newStore();
  const session = store.create({ provider: "scripted", model: "scripted" });
  const lines = [{ text: "1" }, { text: "2" }, { text: "3" }, { text: "summary" }, { text: "4" }];
  const { agent } = scriptedAgent(lines, { journal: session });
  for (const prompt of ["a", "b", "c"]) await agent.prompt(prompt);
  await agent.compact();
  await agent.prompt("d");
  await session.close();
  const resumed = store.open(session.path);
  expect(resumed.messages).toEqual(asSaved(agent.messages));
  expect(resumed.messages).toHaveLength(7);
  expect(resumed.usage.input).toBe(50);
  const { usage, lastUsage, messages } = resumed;
  const next = scriptedAgent([{ text: "5" }], {
    journal: resumed,
    usage,
    messages,
    ...(lastUsage && { lastUsage }),
  });
  await next.agent.prompt("e");
  expect(next.agent.usage.input).toBe(60);
  await resumed.close();

  const whole = store.open(await store.fork(session.path));
  expect(whole.messages).toEqual(asSaved(next.agent.messages));
  await whole.close();
  const early = store.open(await store.fork(session.path, { at: 2 }));
  expect(JSON.stringify(early.messages)).not.toContain("summary");
  expect(early.messages).toHaveLength(2);
  await early.close();
  const late = store.open(await store.fork(session.path, { at: 8 }));
  expect(late.messages).toEqual(asSaved(agent.messages));
  await late.close();
});

test("a secret that was loaded is not written to the file", async () => {
  const { rememberSecret } = await import("@zot/providers");
  rememberSecret("sk-canary-of-the-session");
  const path = await writeSession(newStore(), [{ text: "your key is sk-canary-of-the-session" }]);
  expect(readFileSync(path, "utf8")).not.toContain("sk-canary");
});
