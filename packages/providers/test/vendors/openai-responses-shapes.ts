import { frame } from "./frame.js";
import type { Shapes } from "./shapes.js";

const event = (data: { type: string } & Record<string, unknown>) => frame(data, data.type);

const response = (more: object = {}) => ({
  id: "resp_1",
  object: "response",
  status: "in_progress",
  model: "gpt-6.1-sol",
  output: [],
  ...more,
});
const start = [
  event({ type: "response.created", sequence_number: 0, response: response() }),
  event({ type: "response.in_progress", sequence_number: 1, response: response() }),
];
const usage = {
  input_tokens: 242,
  input_tokens_details: { cached_tokens: 200, cache_write_tokens: 30 },
  output_tokens: 25,
  output_tokens_details: { reasoning_tokens: 7 },
  total_tokens: 267,
};
const end = event({
  type: "response.completed",
  response: response({ status: "completed", usage }),
});
const added = (output_index: number, item: object) =>
  event({ type: "response.output_item.added", output_index, item });
const done = (output_index: number, item: object) =>
  event({ type: "response.output_item.done", output_index, item });
const text = (output_index: number, delta: string) =>
  event({
    type: "response.output_text.delta",
    item_id: "msg_1",
    output_index,
    content_index: 0,
    delta,
    logprobs: [],
  });
const args = (output_index: number, delta: string) =>
  event({
    type: "response.function_call_arguments.delta",
    item_id: `fc_${output_index}`,
    output_index,
    delta,
  });
const message = (content: object[] = []) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  status: "completed",
  phase: "final_answer",
  content,
});
const call = (index: number, call_id: string, name: string, json: string) => ({
  id: `fc_${index}`,
  type: "function_call",
  status: "completed",
  call_id,
  name,
  arguments: json,
});

export const responses: Shapes = {
  provider: "openai",
  api: "openai-responses",
  model: "gpt-6.1-sol",
  path: "/v1/responses",
  auth: ["authorization", "Bearer test-key-12345"],
  text: [
    ...start,
    added(0, message()),
    event({
      type: "response.content_part.added",
      output_index: 0,
      content_index: 0,
      part: { type: "output_text", text: "" },
    }),
    text(0, "Hello, "),
    text(0, "wörld 🌍"),
    event({
      type: "response.output_text.done",
      output_index: 0,
      content_index: 0,
      text: "Hello, wörld 🌍",
    }),
    done(0, message([{ type: "output_text", text: "Hello, wörld 🌍" }])),
    end,
  ],
  textUsage: { input: 12, output: 25, cache_read: 200, cache_write: 30, reasoning: 7 },
  tools: [
    ...start,
    added(0, message()),
    text(0, "Looking."),
    done(0, message([{ type: "output_text", text: "Looking." }])),
    added(1, call(1, "call_1", "read", "")),
    added(2, call(2, "call_2", "bash", "")),
    args(1, '{"path":'),
    args(2, '{"command":"ls {x}"}'),
    args(1, '"a.txt"}'),
    done(1, call(1, "call_1", "read", '{"path":"a.txt"}')),
    done(2, call(2, "call_2", "bash", '{"command":"ls {x}"}')),
    end,
  ],
  reasoning: [
    ...start,
    added(0, { id: "rs_1", type: "reasoning", summary: [] }),
    event({ type: "response.reasoning_summary_part.added", output_index: 0, summary_index: 0 }),
    event({
      type: "response.reasoning_summary_text.delta",
      output_index: 0,
      summary_index: 0,
      delta: "First this, ",
    }),
    event({
      type: "response.reasoning_summary_text.delta",
      output_index: 0,
      summary_index: 0,
      delta: "then that.",
    }),
    done(0, {
      id: "rs_1",
      type: "reasoning",
      status: "completed",
      summary: [{ type: "summary_text", text: "First this, then that." }],
      encrypted_content: "sealed-thought",
    }),
    added(1, message()),
    text(1, "Done."),
    done(1, message([{ type: "output_text", text: "Done." }])),
    end,
  ],
  cutOff: [
    ...start,
    added(0, call(0, "call_1", "write", "")),
    args(0, '{"text":"half a'),
    done(0, call(0, "call_1", "write", '{"text":"half a')),
    event({
      type: "response.incomplete",
      response: response({
        status: "incomplete",
        incomplete_details: { reason: "max_output_tokens" },
        usage,
      }),
    }),
  ],
  spareEvents: 0,
  errorInStream: {
    frames: [
      ...start,
      added(0, message()),
      text(0, "Hel"),
      event({
        type: "response.failed",
        response: response({
          status: "failed",
          error: { code: "rate_limit_exceeded", message: "Slow down" },
        }),
      }),
    ],
    code: "rate_limit",
  },
  errorBody: (text) =>
    JSON.stringify({
      error: { message: text, type: "invalid_request_error", param: null, code: null },
    }),
  overflow: {
    status: 400,
    body: JSON.stringify({
      error: {
        message: "Your input exceeds the context window of this model.",
        type: "invalid_request_error",
        code: "context_length_exceeded",
      },
    }),
  },
};
