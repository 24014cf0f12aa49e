import { frame } from "./frame.js";
import type { Shapes } from "./shapes.js";

const chunk = (choice: object | undefined, more: object = {}) =>
  frame({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "kimi-k3",
    choices: choice === undefined ? [] : [{ index: 0, finish_reason: null, ...choice }],
    ...more,
  });
const delta = (part: object) => chunk({ delta: part });
const usage = {
  prompt_tokens: 212,
  completion_tokens: 25,
  total_tokens: 237,
  prompt_tokens_details: { cached_tokens: 200 },
  completion_tokens_details: { reasoning_tokens: 7 },
};
const end = (finish_reason: string) => [
  chunk({ delta: {}, finish_reason }),
  chunk(undefined, { usage }),
  frame("[DONE]"),
];
const toolDelta = (index: number, more: object) => delta({ tool_calls: [{ index, ...more }] });

export const chat: Shapes = {
  provider: "kimi",
  api: "openai-chat",
  model: "kimi-k3",
  path: "/v1/chat/completions",
  auth: ["authorization", "Bearer test-key-12345"],
  text: [
    delta({ role: "assistant", content: "" }),
    delta({ content: "Hello, " }),
    delta({ content: "wörld 🌍" }),
    ...end("stop"),
  ],
  textUsage: { input: 12, output: 25, cache_read: 200, cache_write: 0, reasoning: 7 },
  tools: [
    delta({ role: "assistant", content: "Looking." }),
    toolDelta(0, { id: "call_1", type: "function", function: { name: "read", arguments: "" } }),
    toolDelta(0, { function: { arguments: '{"path":' } }),
    toolDelta(1, { id: "call_2", type: "function", function: { name: "bash", arguments: "" } }),
    toolDelta(0, { function: { arguments: '"a.txt"}' } }),
    toolDelta(1, { function: { arguments: '{"command":"ls {x}"}' } }),
    ...end("tool_calls"),
  ],
  reasoning: [
    delta({ role: "assistant", content: null, reasoning_content: "First this, " }),
    delta({ reasoning_content: "then that." }),
    delta({ content: "Done." }),
    ...end("stop"),
  ],
  cutOff: [
    toolDelta(0, {
      id: "call_1",
      type: "function",
      function: { name: "write", arguments: '{"text":"half a' },
    }),
    ...end("length"),
  ],
  spareEvents: 2,
  errorInStream: {
    frames: [
      delta({ role: "assistant", content: "Hel" }),
      frame({ error: { message: "engine overloaded", type: "engine_overloaded_error" } }),
    ],
    code: "overloaded",
  },
  errorBody: (message) => JSON.stringify({ error: { message, type: "invalid_request_error" } }),
  overflow: {
    status: 400,
    body: JSON.stringify({
      error: {
        message: "Invalid request: Your request exceeded model token limit: 262144",
        type: "invalid_request_error",
      },
    }),
  },
};
