import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ZotError } from "../src/index.js";
import { echo, order, scriptedAgent } from "./helpers/agents.js";
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
  expect(again.messages).toEqual(agent.messages);
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

describe("one writer:", () => {
  test("a session that is open cannot be opened again, renamed or deleted", async () => {
    const store = newStore();
    const path = await writeSession(store, [{ text: "hi" }]);
    const session = store.open(path);
    expect(() => store.open(path)).toThrow(/open in another zot/);
    await expect(store.rename(path, "x")).rejects.toThrow(ZotError);
    expect(() => {
      store.delete(path);
    }).toThrow(/open in a zot/);
    await session.close();
    await store.rename(path, "x");
    expect(store.list()[0]?.title).toBe("x");
    store.delete(path);
    expect(store.list()).toEqual([]);
  });

  test("the lock of a process that died is no obstacle", async () => {
    const store = newStore();
    const path = await writeSession(store, [{ text: "hi" }]);
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]);
    const lock = JSON.stringify({
      pid: child.pid,
      host: (await import("node:os")).hostname(),
      started: null,
    });
    writeFileSync(`${path}.lock`, lock);
    expect(() => store.open(path)).toThrow(`process ${child.pid ?? 0}`);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    await store.open(path).close();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test("a lock that was cut short is no obstacle", async () => {
    const store = newStore();
    const path = await writeSession(store, [{ text: "hi" }]);
    writeFileSync(`${path}.lock`, '{"pid":');
    await store.open(path).close();
  });

  test("a process id that was used again does not hold the lock", async () => {
    const store = newStore();
    const path = await writeSession(store, [{ text: "hi" }]);
    const owner = { pid: process.pid, host: (await import("node:os")).hostname(), started: "1" };
    writeFileSync(`${path}.lock`, JSON.stringify(owner));
    if (process.platform === "linux") await store.open(path).close();
    else expect(() => store.open(path)).toThrow(/open in another zot/);
  });
});

describe("a disk that is full:", () => {
  test("nothing is sent until it can be saved, and nothing is lost", async () => {
    const home = tempFolder();
    // A file where the folder should be: nothing can be written below it.
    writeFileSync(join(home, "sessions"), "");
    const { SessionStore } = await import("../src/index.js");
    const store = new SessionStore({ home, cwd: "/x" });
    const session = store.create({ provider: "scripted", model: "scripted" });
    const { agent, client, events } = scriptedAgent([{ text: "hi" }], { journal: session });
    const outcome = await agent.prompt("hello");
    expect(outcome).toMatchObject({ stop: "error" });
    expect(outcome.error).toMatch(/could not be saved/);
    expect(order(events)).toBe("save_failed error done");
    expect(client.requests).toEqual([]);
    expect(agent.messages).toHaveLength(1);
    expect(await agent.retry()).toMatchObject({ stop: "error" });
    expect(client.requests).toEqual([]);

    rmSync(join(home, "sessions"));
    mkdirSync(join(home, "sessions"));
    expect(await agent.retry()).toEqual({ stop: "end" });
    await session.close();
    const again = store.open(session.path);
    expect(again.messages).toEqual(agent.messages);
    expect(again.messages).toHaveLength(2);
    await again.close();
  });
});

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

describe("a file that broke:", () => {
  test("a torn last line is cut off, and what follows is written after it", async () => {
    const store = newStore();
    const path = await writeSession(store, [{ text: "hi" }]);
    const whole = readFileSync(path);
    appendFileSync(path, '{"type":"message","mess');
    const session = store.open(path);
    expect(session.cut).toBe(23);
    expect(session.messages).toHaveLength(2);
    await session.rename("t");
    await session.close();
    expect(readFileSync(path).subarray(0, whole.length)).toEqual(whole);
    expect(readRecords(path).at(-1)).toEqual({ type: "rename", title: "t" });
  });

  test("a last line that only lacks its line feed is kept", async () => {
    const store = newStore();
    const path = await writeSession(store, [{ text: "hi" }]);
    writeFileSync(path, readFileSync(path, "utf8").trimEnd());
    const session = store.open(path);
    expect(session.messages).toHaveLength(2);
    await session.rename("t");
    await session.close();
    expect(readRecords(path).at(-1)).toEqual({ type: "rename", title: "t" });
  });

  test("damage in the middle is reported with its line, and the model is told", async () => {
    const store = newStore();
    const path = await writeSession(store, [{ text: "hi" }, { text: "there" }], {
      prompts: ["a", "b"],
    });
    const lines = readFileSync(path, "utf8").split("\n");
    const damaged = lines.findIndex((line) => line.includes('"hi"'));
    lines[damaged] = '{"type":"mess\u0000';
    writeFileSync(path, lines.join("\n"));
    const session = store.open(path);
    expect(session.damage).toEqual([{ line: damaged + 1, problem: "not a record" }]);
    expect(session.messages.map(({ role }) => role)).toEqual(["user", "user", "user", "assistant"]);
    expect(JSON.stringify(session.messages[1])).toContain(`Line ${damaged + 1}`);
    await session.close();
    expect(readFileSync(path, "utf8")).toBe(lines.join("\n"));
  });

  test("a lost call takes its results along, a lost result is made up for", async () => {
    const store = newStore();
    const path = await writeSession(store, toolTurn);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const spoil = (role: string) => {
      const copy = join(tempFolder(), "copy.jsonl");
      const at = lines.findIndex((line) => line.includes(`"role":"${role}"`));
      writeFileSync(copy, [...lines.slice(0, at), "{}", ...lines.slice(at + 1)].join("\n") + "\n");
      const session = store.open(copy);
      void session.close();
      return session.messages;
    };
    expect(spoil("assistant").map(({ role }) => role)).toEqual(["user", "user", "assistant"]);
    const withoutResults = spoil("tool");
    expect(withoutResults.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "user",
      "assistant",
    ]);
    expect(withoutResults[2]).toMatchObject({
      content: [
        { call_id: "call_1_1", content: [{ text: "ein Überblick" }] },
        {
          call_id: "call_1_2",
          is_error: true,
          content: [{ text: "interrupted; effects unknown" }],
        },
      ],
    });
  });

  test("a call that was interrupted gets a result on file, and the results before it stay", async () => {
    const store = newStore();
    const path = await writeSession(store, toolTurn);
    const lines = readFileSync(path, "utf8").split("\n");
    const tool = lines.findIndex((line) => line.includes('"role":"tool"'));
    writeFileSync(path, lines.slice(0, tool).join("\n") + "\n");
    const session = store.open(path);
    await session.close();
    expect(readRecords(path).at(-1)).toMatchObject({
      type: "message",
      message: {
        role: "tool",
        content: [
          { call_id: "call_1_1", is_error: false, content: [{ text: "ein Überblick" }] },
          {
            call_id: "call_1_2",
            is_error: true,
            content: [{ text: "interrupted; effects unknown" }],
          },
        ],
      },
    });
    const again = store.open(path);
    expect(again.messages).toEqual(session.messages);
    await again.close();
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
  expect(resumed.messages).toEqual(agent.messages);
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
  expect(whole.messages).toEqual(next.agent.messages);
  await whole.close();
  const early = store.open(await store.fork(session.path, { at: 2 }));
  expect(JSON.stringify(early.messages)).not.toContain("summary");
  expect(early.messages).toHaveLength(2);
  await early.close();
  const late = store.open(await store.fork(session.path, { at: 8 }));
  expect(late.messages).toEqual(agent.messages);
  await late.close();
});

test("a secret that was loaded is not written to the file", async () => {
  const { rememberSecret } = await import("@zot/providers");
  rememberSecret("sk-canary-of-the-session");
  const path = await writeSession(newStore(), [{ text: "your key is sk-canary-of-the-session" }]);
  expect(readFileSync(path, "utf8")).not.toContain("sk-canary");
});

test.skipIf(process.platform === "win32")(
  "a record that the disk has no room for is cut off again",
  async () => {
    const folder = tempFolder();
    // Past the limit a write is cut short and then fails, as on a full disk.
    const child = spawn(
      "sh",
      [
        "-c",
        'ulimit -f 8; exec "$0" --import tsx --conditions=@zot/source "$@"',
        process.execPath,
        fileURLToPath(new URL("fixtures/fill-disk.ts", import.meta.url)),
        folder,
      ],
      { stdio: ["ignore", "pipe", "inherit"], cwd: fileURLToPath(new URL("..", import.meta.url)) },
    );
    const output = await readAll(child.stdout);
    const { path, saved, error } = JSON.parse(output) as {
      path: string;
      saved: number;
      error: string;
    };
    expect(error).toMatch(/EFBIG|ENOSPC/);
    expect(saved).toBeGreaterThan(0);
    const records = readRecords(path);
    expect(records.filter(({ type }) => type === "message")).toHaveLength(saved);
    expect(readFileSync(path, "utf8").endsWith("\n")).toBe(true);
  },
);

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  let all = "";
  for await (const chunk of stream) all += chunk.toString();
  return all;
}

test("results that can't be saved stop the work, and calls stay paired with results", async () => {
  const { agent, client, events } = scriptedAgent([...toolTurn], {
    tools: [echo],
    journal: {
      flush: () => Promise.resolve(),
      append: (entry) =>
        entry.type === "tool_result"
          ? Promise.reject(new Error("no space left"))
          : Promise.resolve(),
    },
  });
  expect(await agent.prompt("go")).toMatchObject({ stop: "error", cause: { code: "save_failed" } });
  expect(client.requests).toHaveLength(1);
  expect(agent.messages.at(-1)).toMatchObject({
    role: "tool",
    content: [
      { call_id: "call_1_1", is_error: false },
      {
        call_id: "call_1_2",
        is_error: true,
        content: [{ text: "not run: the session could not be saved" }],
      },
    ],
  });
  expect(order(events)).toMatch(
    /turn_end\{tool_use\} save_failed tool_result tool_result error done$/,
  );
});
