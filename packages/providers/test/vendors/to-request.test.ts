import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openClient, type Message, type ModelRequest } from "../../src/index.js";
import { collect, hello } from "../support/collect.js";
import { FakeVendor } from "../support/fake-vendor.js";
import { anthropic } from "./anthropic-shapes.js";
import { google } from "./google-shapes.js";
import { chat } from "./openai-chat-shapes.js";
import { responses } from "./openai-responses-shapes.js";
import { vendors, type Shapes } from "./shapes.js";

const time = "2026-11-16T00:00:00Z";
const image = { type: "image" as const, mime_type: "image/png", data: "aGk=" };
const schema = { type: "object", properties: {} };
const tools = ["write", "bash", "read"].map((name) => ({ name, description: `${name}s`, schema }));

let vendor: FakeVendor;
beforeAll(async () => {
  vendor = await new FakeVendor().listen();
});
beforeEach(() => {
  vendor.requests.length = 0;
});
afterAll(() => vendor.close());

async function ask(shapes: Shapes, request: Partial<ModelRequest>, frames = shapes.text) {
  const { provider, api, model } = shapes;
  const client = await openClient({
    provider,
    api,
    apiKey: "test-key-12345",
    baseUrl: vendor.url,
    home: "/nonexistent",
    env: {},
  });
  vendor.answer({ frames });
  const answer = await collect(client, { model, messages: [hello], ...request });
  const seen = vendor.requests.at(-1);
  if (seen === undefined) throw new Error("nothing was sent");
  return { answer, body: seen.body, headers: seen.headers, text: JSON.stringify(seen.body) };
}

/** A question, the vendor's own answer with two calls, and their results; the first has an image. */
async function conversation(shapes: Shapes): Promise<Message[]> {
  const { answer } = await ask(shapes, {}, shapes.tools);
  const calls = answer.message.content.filter((block) => block.type === "tool_call");
  const results: Message = {
    role: "tool",
    time,
    content: calls.map(({ id }, index) => ({
      type: "tool_result",
      call_id: id,
      is_error: index === 1,
      content:
        index === 0 ? [{ type: "text", text: "seen" }, image] : [{ type: "text", text: "no" }],
    })),
  };
  return [hello, answer.message, results];
}

describe.each(vendors)("a request to $api", (shapes) => {
  it("lists the tools in the same order, whoever came first", async () => {
    const one = await ask(shapes, { tools });
    const two = await ask(shapes, { tools: tools.toReversed() });
    expect(one.text).toBe(two.text);
    const order = ["bash", "read", "write"].map((name) => one.text.indexOf(`"${name}"`));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it("carries system prompt, image and output limit", async () => {
    const messages: Message[] = [{ role: "user", content: [...hello.content, image], time }];
    const { text } = await ask(shapes, { system: "be kind", messages, max_output: 77 });
    expect(text).toContain("be kind");
    expect(text).toContain("aGk=");
    expect(text).toContain("image/png");
    expect(text).toContain("77");
  });

  it("gives a call without a result one, so that the vendor takes the transcript", async () => {
    const [question, answer] = await conversation(shapes);
    const messages = [question, answer, hello].filter((message) => message !== undefined);
    const { text } = await ask(shapes, { messages });
    expect(text.match(/interrupted; effects unknown/g)).toHaveLength(2);
  });

  it("leaves out what only another provider understands", async () => {
    const foreign = {
      provider: "someone-else",
      data: { signature: "foreign", item: {}, field: "x" },
    };
    const messages: Message[] = [
      hello,
      {
        role: "assistant",
        time,
        content: [
          { type: "reasoning", text: "foreign thought", replay: foreign },
          { type: "text", text: "said", replay: foreign },
        ],
      },
      hello,
    ];
    const { text } = await ask(shapes, { messages });
    expect(text).toContain("said");
    expect(text).not.toContain("foreign");
  });
});

describe("Anthropic's request", () => {
  it("marks what to cache: tools, system, and the last two user messages", async () => {
    const { body } = await ask(anthropic, {
      system: "s",
      tools,
      messages: await conversation(anthropic),
    });
    const mark = { cache_control: { type: "ephemeral" } };
    expect(body).toMatchObject({
      max_tokens: 128_000,
      system: [mark],
      tools: [{ name: "bash" }, { name: "read" }, { name: "write", ...mark }],
    });
    expect(JSON.stringify(body.messages).match(/cache_control/g)).toHaveLength(2);
  });

  it("sends results with images and errors", async () => {
    const { body } = await ask(anthropic, { messages: await conversation(anthropic) });
    expect(body.messages).toMatchObject([
      { role: "user" },
      {
        role: "assistant",
        content: [{ type: "text" }, { type: "tool_use" }, { type: "tool_use" }],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "toolu_1",
            content: [{ type: "text" }, { type: "image", source: { media_type: "image/png" } }],
          },
          { type: "tool_result", tool_use_id: "toolu_2", is_error: true },
        ],
      },
    ]);
  });

  it("replays signed and sealed thoughts", async () => {
    const { answer } = await ask(anthropic, {}, anthropic.reasoning);
    const { body } = await ask(anthropic, { messages: [hello, answer.message, hello] });
    expect(body.messages).toMatchObject([
      {},
      {
        content: [
          { type: "thinking", thinking: "First this, then that.", signature: "sig-of-the-thought" },
          { type: "redacted_thinking", data: "sealed" },
          { type: "text", text: "Done." },
        ],
      },
      {},
    ]);
  });

  it.each([
    ["claude-sonnet-5-5", { thinking: { type: "adaptive" }, output_config: { effort: "low" } }],
    ["claude-opus-4-8", { thinking: { type: "adaptive" }, output_config: { effort: "low" } }],
    ["claude-haiku-4-5", { thinking: { type: "enabled", budget_tokens: 2048 } }],
    ["claude-sonnet-4-5-20250929", { thinking: { type: "enabled", budget_tokens: 2048 } }],
  ])("asks %s to think in its own terms", async (model, expected) => {
    const { body, headers } = await ask(anthropic, { model, reasoning: "low", tools });
    expect(body).toMatchObject(expected);
    expect(headers["anthropic-beta"] !== undefined).toBe("budget_tokens" in expected.thinking);
  });
});

describe("the Responses API's request", () => {
  it("stores nothing, asks for sealed reasoning, and replays it", async () => {
    const { answer } = await ask(responses, {}, responses.reasoning);
    const { body } = await ask(responses, {
      messages: [hello, answer.message, hello],
      reasoning: "medium",
    });
    expect(body).toMatchObject({
      store: false,
      include: ["reasoning.encrypted_content"],
      reasoning: { effort: "medium", summary: "auto" },
      input: [
        { role: "user" },
        { type: "reasoning", id: "rs_1", encrypted_content: "sealed-thought" },
        { type: "message", role: "assistant", phase: "final_answer" },
        { role: "user" },
      ],
    });
    expect(JSON.stringify(body.input)).not.toContain('"status"');
  });

  it("sends results with images, and keeps one cache key for a conversation", async () => {
    const messages = await conversation(responses);
    const { body } = await ask(responses, { messages });
    expect(body.input).toMatchObject([
      {},
      { type: "message" },
      { type: "function_call", id: "fc_1", call_id: "call_1", arguments: '{"path":"a.txt"}' },
      { type: "function_call", id: "fc_2", call_id: "call_2" },
      {
        type: "function_call_output",
        call_id: "call_1",
        output: [{ type: "input_text", text: "seen" }, { type: "input_image" }],
      },
      { type: "function_call_output", call_id: "call_2", output: "[tool failed] no" },
    ]);
    const later = await ask(responses, { messages: messages.slice(0, 1) });
    expect(later.body.prompt_cache_key).toBe(body.prompt_cache_key);
  });
});

describe("the Chat Completions request", () => {
  it("puts the images of results into a message of the user's", async () => {
    const { body } = await ask(chat, { messages: await conversation(chat) });
    expect(body.messages).toMatchObject([
      { role: "user", content: "hello" },
      { role: "assistant", tool_calls: [{ id: "call_1" }, { id: "call_2" }] },
      { role: "tool", tool_call_id: "call_1", content: "seen" },
      { role: "tool", tool_call_id: "call_2", content: "[tool failed] no" },
      { role: "user", content: [{ type: "text" }, { type: "image_url" }] },
    ]);
  });

  it("gives Kimi its reasoning back and asks for a level that it knows", async () => {
    const { answer } = await ask(chat, {}, chat.reasoning);
    const messages = [hello, answer.message, hello];
    const { body } = await ask(chat, { messages, reasoning: "medium" });
    expect(body).toMatchObject({
      reasoning_effort: "high",
      stream_options: { include_usage: true },
    });
    expect(body.messages).toMatchObject([
      {},
      { role: "assistant", content: "Done.", reasoning_content: "First this, then that." },
      {},
    ]);
  });

  it("is sent without a key where none is needed", async () => {
    const client = await openClient({
      provider: "ollama",
      home: "/nonexistent",
      env: { OLLAMA_HOST: vendor.url.replace("http://", "") },
    });
    vendor.answer({ frames: chat.text });
    await collect(client, { model: "gpt-oss:20b", messages: [hello], max_output: 5 });
    const seen = vendor.requests.at(-1);
    expect(seen?.path).toBe("/v1/chat/completions");
    expect(seen?.headers.authorization).toBeUndefined();
    expect(seen?.body).toMatchObject({ max_tokens: 5 });
  });

  it("is what openai speaks at another address", async () => {
    const client = await openClient({
      provider: "openai",
      baseUrl: vendor.url,
      home: "/nonexistent",
      env: {},
    });
    vendor.answer({ frames: chat.text });
    await collect(client, { model: "whatever", messages: [hello] });
    expect(vendor.requests.at(-1)?.path).toBe("/v1/chat/completions");
  });
});

describe("Gemini's request", () => {
  it("replays signatures and sends results with images", async () => {
    const { body } = await ask(google, { messages: await conversation(google) });
    expect(body.contents).toMatchObject([
      { role: "user" },
      {
        role: "model",
        parts: [
          { text: "Looking." },
          { functionCall: { name: "read" }, thoughtSignature: "sig-of-the-call" },
          { functionCall: { name: "bash" } },
        ],
      },
      {
        role: "user",
        parts: [
          {
            functionResponse: {
              name: "read",
              response: { output: "seen" },
              parts: [{ inlineData: { mimeType: "image/png" } }],
            },
          },
          { functionResponse: { name: "bash", response: { error: "[tool failed] no" } } },
        ],
      },
    ]);
  });

  it.each([
    ["gemini-3.8-flash", { thinkingLevel: "high" }],
    ["gemini-2.5-pro", { thinkingBudget: 24_576 }],
  ])("asks %s to think in its own terms", async (model, expected) => {
    const { body } = await ask(google, { model, reasoning: "high" });
    expect(body.generationConfig).toMatchObject({
      thinkingConfig: { includeThoughts: true, ...expected },
    });
  });

  it("signs another model's calls as the API wants it", async () => {
    const [question, answer, results] = await conversation(anthropic);
    const messages = [question, answer, results].filter((message) => message !== undefined);
    const { text } = await ask(google, { messages });
    expect(text.match(/skip_thought_signature_validator/g)).toHaveLength(1);
  });
});
