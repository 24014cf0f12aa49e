import { join } from "node:path";
import { rpcData } from "@zot/protocol/rpc";
import { describe, expect, test } from "vitest";
import { RpcClient, typesOf, withScript, type Frame } from "./support/rpc-client.js";
import { repo } from "./support/run-zot.js";

const weather = ["--ext", join(repo, "examples/extensions/weather")];

const slow = [{ text: "word ", repeat: 10_000, delta_ms: 5 }];

describe("zot rpc", () => {
  test("hello tells the protocol's version, ours, the provider and the model", async () => {
    const client = await RpcClient.start();
    expect(await client.ask({ type: "hello", id: "h" })).toEqual({
      type: "response",
      id: "h",
      command: "hello",
      success: true,
      data: { protocol_version: 1, version: "0.0.0", provider: "offline", model: "offline" },
    });
    expect(await client.leave()).toBe(0);
  });

  test("a plain turn comes in the order that clients rely on", async () => {
    const client = await RpcClient.start();
    client.send({ type: "prompt", id: "p", message: "hello" });
    const frames = await client.untilType("done");
    expect(frames[0]).toEqual({
      type: "response",
      id: "p",
      command: "prompt",
      success: true,
      data: { started: true },
    });
    expect(typesOf(frames)).toEqual([
      ...["response", "user_message", "turn_start", "assistant_start", "text_delta"],
      ...["usage", "assistant_message", "turn_end", "done"],
    ]);
    expect(await client.leave()).toBe(0);
  });

  test("a tool turn comes in the order that clients rely on", async () => {
    const client = await RpcClient.start(weather);
    client.send({ type: "prompt", message: 'call weather {"city":"Oslo"}' });
    const frames = await client.untilType("done");
    expect(typesOf(frames)).toEqual([
      ...["response", "user_message", "turn_start", "assistant_start"],
      ...["tool_use_start", "tool_use_args", "tool_use_end", "usage", "assistant_message"],
      ...["tool_call", "turn_end", "tool_result", "turn_start", "assistant_start", "text_delta"],
      ...["usage", "assistant_message", "turn_end", "done"],
    ]);
    const result = frames.find(({ type }) => type === "tool_result");
    expect(Object.keys(result ?? {})).toEqual(["type", "id", "is_error", "content"]);
    expect(await client.leave()).toBe(0);
  });

  test("an aborted stream keeps what was said and ends in aborted and done", async () => {
    const client = await withScript(slow);
    client.send({ type: "prompt", message: "go" });
    await client.untilType("text_delta");
    client.send({ type: "abort", id: 9 });
    const frames = await client.untilType("done");
    const rest = frames.slice(frames.findIndex(({ type }) => type === "response"));
    expect(rest[0]).toEqual({ type: "response", id: 9, command: "abort", success: true });
    expect(typesOf(rest).filter((type) => type !== "text_delta")).toEqual([
      ...["response", "usage", "assistant_message", "turn_end", "done"],
    ]);
    expect(rest.at(-2)).toEqual({ type: "turn_end", stop: "aborted" });
    const state = await client.ask({ type: "get_messages" });
    const { messages } = state?.data as { messages: { role: string }[] };
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(await client.leave()).toBe(0);
  });

  test("an error of the provider ends the turn, is told once, and the next prompt works", async () => {
    const client = await withScript([
      { error: { message: "the model is on fire" } },
      { text: "ok" },
    ]);
    client.send({ type: "prompt", message: "go" });
    const frames = await client.untilType("done");
    expect(typesOf(frames)).toEqual([
      ...["response", "user_message", "turn_start", "turn_end", "error", "done"],
    ]);
    expect(frames.at(-3)).toMatchObject({ stop: "error", error: /fire/ });
    client.send({ type: "prompt", message: "again" });
    const next = await client.untilType("done");
    expect(next.at(-2)).toEqual({ type: "turn_end", stop: "end" });
    expect(await client.leave()).toBe(0);
  });

  test("a second prompt is answered when its turn comes, after the first is done", async () => {
    const client = await RpcClient.start();
    client.send({ type: "prompt", id: "1", message: "one" });
    client.send({ type: "prompt", id: "2", message: "two" });
    const first = await client.untilType("done");
    expect(first.filter(({ type }) => type === "response").map(({ id }) => id)).toEqual(["1"]);
    const second = await client.untilType("done");
    expect(second[0]).toMatchObject({ type: "response", id: "2" });
    expect(await client.leave()).toBe(0);
  });

  test("clear and set_model are refused while busy and work when idle", async () => {
    const client = await withScript(slow);
    client.send({ type: "prompt", message: "go" });
    await client.untilType("text_delta");
    expect(await client.ask({ type: "clear" })).toMatchObject({
      success: false,
      error: "agent is busy",
    });
    expect(await client.ask({ type: "get_state" })).toMatchObject({ data: { busy: true } });
    client.send({ type: "abort" });
    await client.untilType("done");
    expect(await client.ask({ type: "clear" })).toMatchObject({ success: true });
    expect(await client.ask({ type: "get_state" })).toMatchObject({
      data: { busy: false, message_count: 0, reasoning: "" },
    });
    expect(await client.leave()).toBe(0);
  });

  test("models are listed, set within the provider, and refused by name otherwise", async () => {
    const client = await RpcClient.start();
    const listed = await client.ask({ type: "get_models" });
    const { models } = listed?.data as { models: Frame[] };
    expect(Object.keys(models[0] ?? {})).toEqual([
      ...["id", "provider", "context_window", "max_output", "reasoning"],
    ]);
    expect(await client.ask({ type: "set_model", model: "offline" })).toMatchObject({
      success: true,
      data: { model: "offline" },
    });
    expect(await client.ask({ type: "set_model", model: "gpt-9" })).toMatchObject({
      success: false,
      error: 'unknown model "gpt-9" (provider="offline")',
    });
    expect(await client.leave()).toBe(0);
  });

  test("set_reasoning takes the level under its new and its old name", async () => {
    const client = await RpcClient.start();
    const answer = await client.ask({ type: "set_reasoning", level: "low" });
    expect(rpcData.set_reasoning.parse(answer?.data)).toEqual({ reasoning: "low" });
    expect(await client.ask({ type: "get_state" })).toMatchObject({ data: { reasoning: "low" } });
    expect(await client.ask({ type: "set_reasoning", reasoning: "max" })).toMatchObject({
      data: { reasoning: "max" },
    });
    expect(await client.ask({ type: "get_state" })).toMatchObject({ data: { reasoning: "high" } });
    expect(await client.ask({ type: "set_reasoning", level: "odd" })).toMatchObject({
      success: false,
    });
    expect(await client.leave()).toBe(0);
  });

  test.each([
    ["minimal", "low"],
    ["maximum", "high"],
    ["off", ""],
  ])("set_reasoning and config.json know %s, which is %j", async (level, means) => {
    const client = await RpcClient.start();
    expect(await client.ask({ type: "set_reasoning", level })).toMatchObject({ success: true });
    expect(await client.ask({ type: "get_state" })).toMatchObject({ data: { reasoning: means } });
    expect(await client.leave()).toBe(0);
  });

  test("unknown commands and broken lines are answered, and the process goes on", async () => {
    const client = await RpcClient.start();
    expect(await client.ask({ type: "dance", id: "d" })).toEqual({
      type: "response",
      id: "d",
      command: "dance",
      success: false,
      error: "unknown command",
    });
    client.sendRaw("not json\n\r\n\n[1]\n");
    const frames = await client.until(() => true);
    expect(frames[0]).toMatchObject({ command: "", success: false, error: /^malformed json: / });
    await client.until(() => true);
    expect(await client.ask({ type: "ping" })).toMatchObject({ data: { pong: true } });
    expect(await client.leave()).toBe(0);
  });

  test("a line past 16 MiB is an error response, not an exit", async () => {
    const client = await RpcClient.start();
    client.sendRaw(Buffer.alloc(17 * 1024 * 1024, "x"));
    client.sendRaw("\n");
    const [frame] = await client.until(() => true);
    expect(frame).toMatchObject({ command: "", success: false, error: /^malformed json: / });
    expect(await client.ask({ type: "ping" })).toMatchObject({ success: true });
    expect(await client.leave()).toBe(0);
  });

  test("with a token nothing is served before the right hello, and a wrong one ends it", async () => {
    const env = { ZOTCORE_RPC_TOKEN: "open sesame" };
    const client = await RpcClient.start([], { env });
    expect(await client.ask({ type: "ping" })).toMatchObject({
      success: false,
      error: "auth required: send hello with token first",
    });
    expect(await client.ask({ type: "hello", token: "open sesame" })).toMatchObject({
      success: true,
    });
    expect(await client.ask({ type: "ping" })).toMatchObject({ success: true });
    expect(await client.leave()).toBe(0);

    const other = await RpcClient.start([], { env });
    expect(await other.ask({ type: "hello", token: "wrong" })).toMatchObject({
      success: false,
      error: "invalid token",
    });
    expect(await other.exited).toBe(1);
  });

  test("when stdin closes, what was asked for is still done", async () => {
    const client = await RpcClient.start(weather);
    client.send({ type: "prompt", message: 'call weather {"city":"Oslo"}' });
    client.send({ type: "prompt", message: "and another" });
    expect(await client.leave()).toBe(0);
    expect(client.frames.filter(({ type }) => type === "done")).toHaveLength(2);
    expect(client.frames.at(-1)).toEqual({ type: "done" });
  });

  test("of a long answer every delta arrives", async () => {
    const deltas = 20_000;
    const client = await withScript([{ text: "x".repeat(200), repeat: deltas }]);
    client.send({ type: "prompt", message: "go" });
    client.send({ type: "ping", id: "p" });
    const frames = await client.untilType("done");
    const text = frames.filter(({ type }) => type === "text_delta");
    expect(text).toHaveLength(deltas);
    expect(await client.leave()).toBe(0);
  });

  test("a command of an extension can be sent as a prompt", async () => {
    const client = await RpcClient.start(["--ext", join(repo, "examples/extensions/clock")]);
    client.send({ type: "prompt", id: "c", message: "/now" });
    const frames = await client.untilType("done");
    expect(typesOf(frames)).toEqual(["response", "ext_display", "done"]);
    expect(frames[1]).toMatchObject({ extension: "clock" });
    expect(await client.leave()).toBe(0);
  });

  test("SIGTERM ends it with 143 and leaves nothing behind", async () => {
    const client = await RpcClient.start(weather);
    await client.ask({ type: "ping" });
    client.child.kill("SIGTERM");
    expect(await client.exited).toBe(143);
  });
});
