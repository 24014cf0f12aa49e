import { describe, expect, it } from "vitest";
import { hello } from "../support/collect.js";
import { anthropic } from "./anthropic-shapes.js";
import { ask, conversation, tools } from "./ask-vendor.js";

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
