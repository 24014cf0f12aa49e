import { describe, expect, it } from "vitest";
import { anthropic } from "./anthropic-shapes.js";
import { google } from "./google-shapes.js";
import { ask, conversation } from "./ask-vendor.js";

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
