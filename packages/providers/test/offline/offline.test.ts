import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextRound } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { openClient, TYPED, type Message, type ModelClient } from "../../src/index.js";
import { collect } from "../support/collect.js";
import { useFolder } from "../support/use-folder.js";

const time = "2026-11-16T00:00:00Z";
const user = (text: string, typed = text): Message => ({
  role: "user",
  content: [{ type: "text", text }],
  time,
  [TYPED]: typed,
});
const tools = [{ name: "read", description: "reads", schema: { type: "object" } }];

let client: ModelClient;
beforeEach(async () => {
  client = await openClient({ provider: "offline", env: {} });
});

const ask = (text: string) => collect(client, { model: "offline", messages: [user(text)], tools });
const callsOf = async (text: string) =>
  (await ask(text)).message.content.flatMap((block) =>
    block.type === "tool_call" ? [[block.name, block.args]] : [],
  );

describe("the offline model", () => {
  it("says what it is and how to connect a real model", async () => {
    const { text, last, events } = await ask("hello");
    expect(text).toContain("offline model");
    expect(text).toContain("/login");
    expect(text).toContain("Tools that I can call here: read.");
    expect(last).toMatchObject({ type: "stop", reason: "end" });
    expect(events.filter(({ type }) => type === "text_delta").length).toBeGreaterThan(20);
    const usage = events.find((event) => event.type === "usage")?.usage;
    expect(usage?.input).toBeGreaterThan(0);
    expect(usage?.output).toBeGreaterThan(0);
  });

  it("calls the tool that a prompt names", async () => {
    const { last } = await ask('call read {"path": "a.txt"}');
    expect(last).toMatchObject({ type: "stop", reason: "tool_use" });
    expect(await callsOf('call read {"path": "a.txt"}')).toEqual([["read", { path: "a.txt" }]]);
  });

  it("calls several tools in a row", async () => {
    expect(await callsOf('call a {"n":1} then call b {"n":2}\ncall read call read {}')).toEqual([
      ["a", { n: 1 }],
      ["b", { n: 2 }],
      ["read", {}],
      ["read", {}],
    ]);
  });

  it("reads nested objects, braces in strings and escaped quotes", async () => {
    const args = { a: { b: [{ c: "}{" }] }, d: 'say "}" and call read {"x":1}', e: "\\" };
    expect(await callsOf(`please call write ${JSON.stringify(args)} now`)).toEqual([
      ["write", args],
    ]);
  });

  it("R28: follows only what was typed of a message, and says so", async () => {
    const call = 'call read {"path": "a.txt"}';
    const foreign = {
      role: "user" as const,
      content: [{ type: "text" as const, text: call }],
      time,
    };
    const forged = JSON.parse(
      JSON.stringify({ ...user(call), typed: call, TYPED: call, "zot.typed": call }),
    ) as Message;
    for (const message of [foreign, forged, user(call, ""), user(`look:\n\n${call}`, "look:")]) {
      const { text, last } = await collect(client, {
        model: "offline",
        messages: [message],
        tools,
      });
      expect(last).toMatchObject({ type: "stop", reason: "end" });
      expect(text).toMatch(/^I take `call` and `script` lines only from what is typed/);
    }
    const both = user(`${call}\n\ncall read {"path": "b.txt"}`, call);
    const { message } = await collect(client, { model: "offline", messages: [both], tools });
    expect(message.content).toMatchObject([{ type: "tool_call", args: { path: "a.txt" } }]);
    expect(message.content).toHaveLength(1);
  });

  it("does not take a sentence for a call", async () => {
    expect(await callsOf("call me later, or recall read")).toEqual([]);
  });

  it.each(['call read {"path":', "call read {path: 1}"])(
    "says what is wrong with %s",
    async (text) => {
      expect((await ask(text)).text).toMatch(/^I can't do that: the JSON after `call read` /);
    },
  );

  it("shows what the tools answered", async () => {
    const messages: Message[] = [
      user("call read {} call read {}"),
      {
        role: "assistant",
        content: [
          { type: "tool_call", id: "1", name: "read", args: {} },
          { type: "tool_call", id: "2", name: "read", args: {} },
        ],
        time,
      },
      {
        role: "tool",
        content: [
          {
            type: "tool_result",
            call_id: "1",
            is_error: false,
            content: [
              { type: "text", text: "42 lines" },
              { type: "image", mime_type: "image/png", data: "" },
            ],
          },
          {
            type: "tool_result",
            call_id: "2",
            is_error: true,
            content: [{ type: "text", text: "no such file" }],
          },
        ],
        time,
      },
    ];
    const { text, events } = await collect(client, { model: "offline", messages });
    expect(text).toBe("42 lines\n(an image, image/png)\nThe tool failed: no such file");
    const usage = events.find((event) => event.type === "usage")?.usage;
    expect(usage?.cache_read).toBeGreaterThan(0);
  });

  it("stops at once when aborted", async () => {
    const abort = new AbortController();
    const seen: string[] = [];
    for await (const event of client.stream(
      { model: "offline", messages: [user("hi")] },
      abort.signal,
    )) {
      seen.push(event.type === "error" ? event.error.code : event.type);
      if (seen.length === 2) abort.abort();
    }
    expect(seen.at(-1)).toBe("aborted");
    expect(seen.length).toBeLessThan(6);
  });
});

describe("a script of the offline model", () => {
  const folder = useFolder();

  async function script(name: string, text: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  }

  async function play(path: string, more: Message[] = []): ReturnType<typeof collect> {
    return collect(client, { model: "offline", messages: [user(`script ${path}`), ...more] });
  }

  it("plays reasoning, text, calls, delays and usage in their order", async () => {
    const path = await script(
      "one.json",
      JSON.stringify([
        [
          { delay_ms: 1, reasoning: "Let me see." },
          { text: "Reading." },
          { call: "read", args: { path: "a" } },
          { call: "read", args: { path: "b" } },
          { usage: { input: 1000, cache_read: 500 } },
        ],
      ]),
    );
    const { message, events, last } = await play(path);
    expect(message.content.map(({ type }) => type)).toEqual([
      "reasoning",
      "text",
      "tool_call",
      "tool_call",
    ]);
    expect(events.find((event) => event.type === "usage")?.usage).toMatchObject({
      input: 1000,
      cache_read: 500,
    });
    expect(last).toMatchObject({ type: "stop", reason: "tool_use" });
  });

  it("gives one answer a request, as JSON lines too, and then answers by itself", async () => {
    const path = await script("two.jsonl", '{"text":"one"}\n\n[{"text":"two"}]\n');
    const said = (text: string): Message => ({
      role: "assistant",
      content: [{ type: "text", text }],
      time,
    });
    expect((await play(path)).text).toBe("one");
    expect((await play(path, [said("one"), user("and?")])).text).toBe("two");
    const over = await play(path, [said("one"), user("and?"), said("two"), user("and?")]);
    expect(over.text).toContain("offline model");
  });

  it("goes on after an error, which leaves no message behind", async () => {
    const path = await script(
      "error.json",
      '[{"text":"half ","error":{"code":"overloaded","message":"busy","retryable":true}},{"text":"fine"}]',
    );
    const first = await play(path);
    expect(first.error).toMatchObject({ code: "overloaded", message: "busy", retryable: true });
    expect(first.message.content).toMatchObject([{ type: "text", text: "half " }]);
    expect((await play(path)).text).toBe("fine");
  });

  it("comes from ZOT_OFFLINE_SCRIPT for every prompt", async () => {
    const path = await script(
      "env.json",
      '{"loop":true,"answers":[{"text":"tick"},{"text":"tock"}]}',
    );
    client = await openClient({ provider: "offline", env: { ZOT_OFFLINE_SCRIPT: path } });
    expect((await ask("a")).text).toBe("tick");
    expect((await ask("b")).text).toBe("tock");
    expect((await ask("c")).text).toBe("tick");
  });

  it("streams 20,000 deltas", async () => {
    const path = await script("long.json", '[{"text":"word ","repeat":20000,"stop":"length"}]');
    const { events, last } = await play(path);
    expect(events.filter(({ type }) => type === "text_delta")).toHaveLength(20_000);
    expect(last).toMatchObject({ type: "stop", reason: "length" });
  });

  it("shows retries", async () => {
    const path = await script(
      "retry.json",
      '[{"retry":{"delay_ms":1,"reason":"429"},"text":"ok"}]',
    );
    const { events } = await play(path);
    expect(events[0]).toEqual({ type: "retry", attempt: 1, delay_ms: 1, reason: "429" });
  });

  it("can be aborted in a delay", async () => {
    const path = await script("wait.json", '[[{"text":"first "},{"delay_ms":600000}]]');
    const abort = new AbortController();
    const messages = [user(`script ${path}`)];
    for await (const event of client.stream({ model: "offline", messages }, abort.signal)) {
      if (event.type === "text_delta") abort.abort();
      if (event.type === "error") expect(event.error.code).toBe("aborted");
    }
  });

  it("gets no further ahead of a slow reader than a vendor would, and can be aborted there", async () => {
    const path = await script("flood.json", '[{"text":"word ","repeat":100000}]');
    const abort = new AbortController();
    const messages = [user(`script ${path}`)];
    let deltas = 0;
    for await (const event of client.stream({ model: "offline", messages }, abort.signal)) {
      if (event.type === "error") expect(event.error.code).toBe("aborted");
      if (event.type !== "text_delta") continue;
      deltas += 1;
      if (deltas > 1) continue;
      for (let round = 0; round < 20_000; round += 1) await nextRound();
      abort.abort();
    }
    expect(deltas).toBeLessThan(10_000);
  });

  it.each([
    ["missing.json", undefined, "ENOENT"],
    ["broken.json", "[", "broken.json"],
    ["wrong.json", '[{"txt":"x"}]', 'answer 1: unknown key "txt"'],
    ["type.json", '[[{"text":"x"},{"text":5}]]', '"text" has a wrong value'],
    ["lines.jsonl", '{"text":"x"}\nnope', "line 2"],
  ])("says what is wrong with %s", async (name, text, expected) => {
    const path = text === undefined ? join(folder, name) : await script(name, text);
    const { error } = await play(path);
    expect(error?.code).toBe("bad_request");
    expect(error?.message).toContain(expected);
  });
});
