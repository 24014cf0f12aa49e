import { frame } from "./frame.js";
import type { Shapes } from "./shapes.js";

const event = (data: { type: string } & Record<string, unknown>) => frame(data, data.type);

const start = event({
  type: "message_start",
  message: {
    id: "msg_01",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-5-5",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: 12,
      cache_creation_input_tokens: 30,
      cache_read_input_tokens: 200,
      output_tokens: 1,
    },
  },
});
const open = (index: number, content_block: object) =>
  event({ type: "content_block_start", index, content_block });
const delta = (index: number, part: object) =>
  event({ type: "content_block_delta", index, delta: part });
const close = (index: number) => event({ type: "content_block_stop", index });
const end = (stop_reason: string) => [
  event({
    type: "message_delta",
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: 25 },
  }),
  event({ type: "message_stop" }),
];

export const anthropic: Shapes = {
  provider: "anthropic",
  api: "anthropic",
  model: "claude-sonnet-5-5",
  path: "/v1/messages",
  auth: ["x-api-key", "test-key-12345"],
  text: [
    start,
    open(0, { type: "text", text: "" }),
    event({ type: "ping" }),
    delta(0, { type: "text_delta", text: "Hello, " }),
    delta(0, { type: "text_delta", text: "wörld 🌍" }),
    close(0),
    ...end("end_turn"),
  ],
  textUsage: { input: 12, output: 25, cache_read: 200, cache_write: 30, reasoning: null },
  tools: [
    start,
    open(0, { type: "text", text: "" }),
    delta(0, { type: "text_delta", text: "Looking." }),
    close(0),
    open(1, { type: "tool_use", id: "toolu_1", name: "read", input: {} }),
    delta(1, { type: "input_json_delta", partial_json: "" }),
    delta(1, { type: "input_json_delta", partial_json: '{"path":' }),
    delta(1, { type: "input_json_delta", partial_json: '"a.txt"}' }),
    close(1),
    open(2, { type: "tool_use", id: "toolu_2", name: "bash", input: {} }),
    delta(2, { type: "input_json_delta", partial_json: '{"command":"ls {x}"}' }),
    close(2),
    ...end("tool_use"),
  ],
  reasoning: [
    start,
    open(0, { type: "thinking", thinking: "", signature: "" }),
    delta(0, { type: "thinking_delta", thinking: "First this, " }),
    delta(0, { type: "thinking_delta", thinking: "then that." }),
    delta(0, { type: "signature_delta", signature: "sig-of-the-thought" }),
    close(0),
    open(1, { type: "redacted_thinking", data: "sealed" }),
    close(1),
    open(2, { type: "text", text: "" }),
    delta(2, { type: "text_delta", text: "Done." }),
    close(2),
    ...end("end_turn"),
  ],
  cutOff: [
    start,
    open(0, { type: "tool_use", id: "toolu_1", name: "write", input: {} }),
    delta(0, { type: "input_json_delta", partial_json: '{"text":"half a' }),
    close(0),
    ...end("max_tokens"),
  ],
  spareEvents: 0,
  errorInStream: {
    frames: [
      start,
      open(0, { type: "text", text: "" }),
      delta(0, { type: "text_delta", text: "Hel" }),
      event({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
    ],
    code: "overloaded",
  },
  errorBody: (message) =>
    JSON.stringify({ type: "error", error: { type: "invalid_request_error", message } }),
  overflow: {
    status: 400,
    body: JSON.stringify({
      type: "error",
      error: {
        type: "invalid_request_error",
        message: "prompt is too long: 1000001 tokens > 1000000 maximum",
      },
    }),
  },
};
