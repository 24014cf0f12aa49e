import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { SessionStore } from "../src/index.js";
import { echo, scriptedAgent } from "./helpers/agents.js";
import { readAsGo } from "./helpers/read-as-go.js";
import { readRecords, toolTurn } from "./helpers/sessions.js";
import { tempFolder } from "./helpers/temp-folder.js";

const golden = fileURLToPath(
  new URL("../../cli/test/fixtures/go-zot-home/sessions/", import.meta.url),
);

/** A home with the sessions that the Go zot left for `/work`. */
function oldHome() {
  const store = new SessionStore({ home: tempFolder(), cwd: "/work", version: "1.0.0" });
  mkdirSync(store.folder, { recursive: true });
  const paths = readdirSync(golden).map((name, age) => {
    const path = join(store.folder, name);
    writeFileSync(path, readFileSync(join(golden, name), "utf8").replaceAll("CWD", "/work"));
    utimesSync(path, 1_000 + age, 1_000 + age);
    return path;
  });
  return { store, main: paths[0] ?? "", branch: paths[1] ?? "" };
}

test("a session of the Go zot is listed and opened: all that was said, title, model, cost", async () => {
  const { store, main } = oldHome();
  expect(store.list()).toMatchObject([
    {
      path: main,
      title: "README and docs",
      firstPrompt: "what is in <README> & docs?",
      provider: "openai-codex",
      costUsd: 0.0125,
    },
  ]);
  const session = store.open(main);
  expect(session.damage).toEqual([]);
  expect(session.usage).toMatchObject({ input: 120, cache_read: 1000, reasoning: null });
  expect(session.messages).toMatchObject([
    { role: "user", content: [{ type: "text" }, { type: "image", data: "iVBORw0KGgo=" }] },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "" },
        { type: "text", text: "I'll look." },
        { type: "tool_call", id: "toolu_1", name: "read", args: { path: "README.md" } },
        { type: "tool_call", id: "toolu_2", name: "bash", args: { command: "ls docs" } },
      ],
    },
    {
      role: "tool",
      content: [
        { call_id: "toolu_1", is_error: false, content: [{ text: "# Hello" }, { type: "image" }] },
        { call_id: "toolu_2", is_error: true, content: [{ text: "a.md" }] },
      ],
    },
    { role: "assistant", content: [{ type: "text", text: "A heading, and one file." }] },
    { role: "user", content: [{ type: "text", text: "draw it" }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "(an image that you made)" },
        { type: "text", text: "(a call of openrouter:web_search, which the provider ran)" },
        { type: "text", text: "Here." },
      ],
    },
  ]);
  await session.close();
});

test("a branch that its tree made is in the tree only, and is gone on with if it was the last", () => {
  const { store, main, branch } = oldHome();
  expect(store.list().map(({ path }) => path)).toEqual([main]);
  expect(store.tree()).toMatchObject([
    { session: { path: main }, forks: [{ session: { path: branch, hidden: true } }] },
  ]);
  expect(store.latest()?.path).toBe(branch);
});

test("going on leaves every line as it was, and the Go zot can go on after us", async () => {
  const { store, main } = oldHome();
  const before = readFileSync(main, "utf8");
  const old = readAsGo(before);
  const session = store.open(main);
  const { agent } = scriptedAgent(toolTurn, {
    journal: session,
    tools: [echo],
    messages: session.messages,
    usage: session.usage,
  });
  await agent.prompt("go on");
  await session.rename("Another title");
  await session.append({ type: "model", provider: "openai", model: "gpt-6.1-sol" });
  await session.close();

  const after = readFileSync(main, "utf8");
  expect(after.startsWith(before)).toBe(true);
  const seen = readAsGo(after);
  expect(seen.messages.slice(0, old.messages.length)).toEqual(old.messages);
  expect(seen.messages.slice(old.messages.length)).toMatchObject([
    { role: "user", content: [{ kind: "text", text: "go on" }] },
    { role: "assistant", content: [{ kind: "text" }, { kind: "call" }, { kind: "call" }] },
    { role: "tool", content: [{ kind: "result" }, { kind: "result" }] },
    { role: "assistant", content: [{ kind: "text" }] },
  ]);
  expect(seen).toMatchObject({ title: "Another title", meta: { provider: "openai" } });
  expect(seen.cost).toBe(agent.usage.cost_usd);
});

test("a compaction keeps what only the Go zot knows of the messages that stay", async () => {
  const { store, main } = oldHome();
  const old = readAsGo(readFileSync(main, "utf8"));
  const session = store.open(main);
  const { agent } = scriptedAgent([{ text: "the summary" }], {
    journal: session,
    messages: session.messages,
  });
  expect(await agent.compact()).toEqual({ stop: "end" });
  await session.close();
  expect(readRecords(main).at(-1)).toMatchObject({ type: "compaction" });
  const seen = readAsGo(readFileSync(main, "utf8"));
  expect(seen.messages[0]?.content).toMatchObject([{ kind: "text" }]);
  // The step with its calls stays whole: four messages, and the one that they answer.
  expect(seen.messages.slice(1)).toEqual(old.messages.slice(1));
});
