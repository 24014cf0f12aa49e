import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  openClient,
  type ModelClient,
  type OpenClientOptions,
  type RequestMessage,
} from "../../src/index.js";
import { collect, user } from "../support/collect.js";
import { vendors } from "./shapes.js";

const schema = { type: "object", properties: { city: { type: "string" } } };
const tools = [{ name: "weather", description: "tells the weather", schema }];

describe.each(vendors)("$api against a fake that we did not write", ({ provider, api, model }) => {
  const mock = new LLMock({ port: 0 });
  let client: ModelClient;

  const open = (more: Partial<OpenClientOptions> = {}) =>
    openClient({
      provider,
      api,
      apiKey: "aimock-key-123",
      baseUrl: mock.url,
      home: "/nonexistent",
      env: {},
      retries: { firstDelayMs: 1, longestDelayMs: 4 },
      ...more,
    });

  beforeAll(async () => {
    mock.onMessage("greet me", { content: "Guten Tag, Welt! 🌍 How are you today?" });
    mock.onMessage("think", { content: "The answer is 42.", reasoning: "Six times seven." });
    mock.on(
      { userMessage: "both cities", hasToolResult: false },
      {
        toolCalls: [
          { name: "weather", arguments: '{"city":"Berlin"}', id: "call_berlin" },
          { name: "weather", arguments: '{"city":"Oslo {x}"}', id: "call_oslo" },
        ],
      },
    );
    mock.on({ userMessage: "both cities", hasToolResult: true }, { content: "Fog and snow." });
    mock.onMessage(
      "cut me off",
      { content: "x".repeat(400) },
      { truncateAfterChunks: 2, chunkSize: 10 },
    );
    await mock.start();
  });
  beforeEach(async () => {
    mock.clearRequests();
    client = await open();
  });
  afterAll(() => mock.stop());

  it("streams text and usage", async () => {
    const { text, last, events } = await collect(client, { model, messages: [user("greet me")] });
    expect(text).toBe("Guten Tag, Welt! 🌍 How are you today?");
    expect(last).toMatchObject({ type: "stop", reason: "end" });
    const usage = events.find((event) => event.type === "usage")?.usage;
    expect(usage?.output).toBeGreaterThanOrEqual(0);
  });

  it("streams reasoning", async () => {
    const request = { model, messages: [user("think")], reasoning: "high" as const };
    const { text, reasoning } = await collect(client, request);
    expect(text).toBe("The answer is 42.");
    expect(reasoning).toBe("Six times seven.");
  });

  it("makes parallel tool calls and takes their results back", async () => {
    const question = user("both cities");
    const first = await collect(client, { model, messages: [question], tools });
    expect(first.last).toMatchObject({ type: "stop", reason: "tool_use" });
    const calls = first.message.content.filter((block) => block.type === "tool_call");
    expect(calls.map(({ name, args }) => [name, args])).toEqual([
      ["weather", { city: "Berlin" }],
      ["weather", { city: "Oslo {x}" }],
    ]);
    const results: RequestMessage = {
      role: "tool",
      content: calls.map(({ id }) => ({
        type: "tool_result",
        call_id: id,
        is_error: false,
        content: [{ type: "text", text: "cold" }],
      })),
    };
    const messages = [question, first.message, results];
    const second = await collect(client, { model, messages, tools });
    expect(second.text).toBe("Fog and snow.");
  });

  it.each([429, 500, 529])("asks again after a %i", async (status) => {
    mock.nextRequestError(status, { message: "not now" });
    const { events, text } = await collect(client, { model, messages: [user("greet me")] });
    expect(events[0]).toMatchObject({ type: "retry", attempt: 1 });
    expect(text).toContain("Guten Tag");
  });

  it("reports a refused key", async () => {
    mock.nextRequestError(401, { message: "bad key", type: "authentication_error" });
    const { error } = await collect(client, { model, messages: [user("greet me")] });
    expect(error).toMatchObject({ code: "auth", retryable: false, status: 401 });
  });

  it("does not take a cut-off stream for an answer", async () => {
    client = await open({ retries: { max: 0 } });
    const { error } = await collect(client, { model, messages: [user("cut me off")] });
    expect(error?.code).toMatch(/^(?:incomplete|connection)$/);
  });

  it("reports a connection that the server drops, and garbage", async () => {
    client = await open({ retries: { max: 0 } });
    mock.setChaos({ disconnectRate: 1 });
    const dropped = await collect(client, { model, messages: [user("greet me")] });
    mock.setChaos({ malformedRate: 1 });
    const garbage = await collect(client, { model, messages: [user("greet me")] });
    mock.clearChaos();
    expect(dropped.error?.code).toBe("connection");
    expect(garbage.error?.code).toMatch(/^(?:protocol|incomplete)$/);
  });
});
