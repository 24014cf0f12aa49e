import { describe, expect, it } from "vitest";
import { openClient } from "../../src/index.js";
import { collect, hello } from "../support/collect.js";
import { chat } from "./openai-chat-shapes.js";
import { responses } from "./openai-responses-shapes.js";
import { ask, conversation, vendor } from "./ask-vendor.js";

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

  it("takes arguments that are an object rather than its text", async () => {
    const asObject = chat.tools.map((one) => one.replace(/"\{\\"command.*?\\"\}"/, unquote));
    expect(asObject.join("")).toContain('"arguments":{"command":"ls {x}"}');
    const { answer } = await ask(chat, {}, asObject);
    expect(answer.message.content.at(-1)).toMatchObject({ args: { command: "ls {x}" } });
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

function unquote(quoted: string): string {
  return JSON.parse(quoted) as string;
}
