// The four wires, with as many text deltas as wanted. Keys are ends of the paths that are asked for.
const sse = (data, event) =>
  `${event ? `event: ${event}\n` : ""}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
const typed = (data) => sse(data, data.type);
const words = ["The ", "quick ", "brown ", "fox ", "jumps ", "over ", "the ", "lazy ", "dog. "];
const many = (count, make) =>
  Array.from({ length: count }, (_, index) => make(words[index % words.length], index));

const chatChunk = (choices, more) =>
  sse({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_790_000_000,
    model: "m",
    choices,
    ...more,
  });

export const streams = {
  "/messages": (count) => [
    typed({ type: "message_start", message: { usage: { input_tokens: 10, output_tokens: 1 } } }),
    typed({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    ...many(count, (text) =>
      typed({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
    ),
    typed({ type: "content_block_stop", index: 0 }),
    typed({
      type: "message_delta",
      delta: { stop_reason: "end_turn" },
      usage: { output_tokens: count },
    }),
    typed({ type: "message_stop" }),
  ],
  "/responses": (count) => [
    typed({ type: "response.created", sequence_number: 0, response: { id: "resp_1" } }),
    ...many(count, (delta, index) =>
      typed({
        type: "response.output_text.delta",
        sequence_number: index + 1,
        item_id: "msg_0123456789abcdef",
        output_index: 0,
        content_index: 0,
        delta,
        logprobs: [],
      }),
    ),
    typed({
      type: "response.completed",
      response: { usage: { input_tokens: 10, output_tokens: count } },
    }),
  ],
  "/chat/completions": (count) => [
    ...many(count, (content) => chatChunk([{ index: 0, delta: { content }, finish_reason: null }])),
    chatChunk([{ index: 0, delta: {}, finish_reason: "stop" }]),
    chatChunk([], { usage: { prompt_tokens: 10, completion_tokens: count } }),
    sse("[DONE]"),
  ],
  ":streamGenerateContent": (count) => {
    const chunk = (text, more) =>
      sse({
        candidates: [{ content: { parts: [{ text }], role: "model" }, index: 0, ...more }],
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: count },
        modelVersion: "m",
        responseId: "r1",
      });
    return [...many(count, (text) => chunk(text)), chunk("", { finishReason: "STOP" })];
  },
};
