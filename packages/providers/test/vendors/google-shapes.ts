import { frame } from "./frame.js";
import type { Shapes } from "./shapes.js";

const usageMetadata = {
  promptTokenCount: 212,
  cachedContentTokenCount: 200,
  candidatesTokenCount: 18,
  thoughtsTokenCount: 7,
  totalTokenCount: 237,
};
const chunk = (parts: object[], more: object = {}) =>
  frame({
    candidates: [{ content: { role: "model", parts }, index: 0, ...more }],
    usageMetadata,
    modelVersion: "gemini-3.8-flash",
    responseId: "r1",
  });

export const google: Shapes = {
  provider: "google",
  api: "google",
  model: "gemini-3.8-flash",
  path: "/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse",
  auth: ["x-goog-api-key", "test-key-12345"],
  text: [
    chunk([{ text: "Hello, " }]),
    chunk([{ text: "wörld 🌍" }]),
    chunk([{ text: "", thoughtSignature: "sig-at-the-end" }], { finishReason: "STOP" }),
  ],
  textUsage: { input: 12, output: 25, cache_read: 200, cache_write: 0, reasoning: 7 },
  tools: [
    chunk([{ text: "Looking." }]),
    chunk([
      {
        functionCall: { name: "read", args: { path: "a.txt" } },
        thoughtSignature: "sig-of-the-call",
      },
    ]),
    chunk([{ functionCall: { name: "bash", args: { command: "ls {x}" } } }], {
      finishReason: "STOP",
    }),
  ],
  reasoning: [
    chunk([{ text: "First this, ", thought: true }]),
    chunk([{ text: "then that.", thought: true }]),
    chunk([{ text: "Done.", thoughtSignature: "sig-of-the-text" }], { finishReason: "STOP" }),
  ],
  cutOff: [chunk([{ text: "half a" }]), chunk([], { finishReason: "MAX_TOKENS" })],
  spareEvents: 0,
  errorInStream: {
    frames: [
      chunk([{ text: "Hel" }]),
      frame({ error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } }),
    ],
    code: "overloaded",
  },
  errorBody: (message) =>
    JSON.stringify({ error: { code: 400, message, status: "INVALID_ARGUMENT" } }),
  overflow: {
    status: 400,
    body: JSON.stringify({
      error: {
        code: 400,
        message:
          "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        status: "INVALID_ARGUMENT",
      },
    }),
  },
};
