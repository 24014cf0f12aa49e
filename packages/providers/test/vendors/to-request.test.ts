import { describe, expect, it } from "vitest";
import type { RequestMessage } from "../../src/index.js";
import { hello } from "../support/collect.js";
import { vendors } from "./shapes.js";
import { ask, conversation, image, time, tools } from "./ask-vendor.js";

describe.each(vendors)("a request to $api", (shapes) => {
  it("lists the tools in the same order, whoever came first", async () => {
    const one = await ask(shapes, { tools });
    const two = await ask(shapes, { tools: tools.toReversed() });
    expect(one.text).toBe(two.text);
    const order = ["bash", "read", "write"].map((name) => one.text.indexOf(`"${name}"`));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it("carries system prompt, image and output limit", async () => {
    const messages: RequestMessage[] = [{ role: "user", content: [...hello.content, image], time }];
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
    const messages: RequestMessage[] = [
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
