import type { Wire } from "../wire/wire.js";
import { readComplaint } from "./errors.js";
import { ChatDecoder } from "./from-stream.js";
import { toRequest } from "./to-request.js";

/** Chat Completions: OpenAI's older API, and what most other servers speak. */
export const wire: Wire = {
  path: () => "/chat/completions",
  headers: (credential) =>
    credential === undefined ? {} : { authorization: `Bearer ${credential.secret}` },
  body: toRequest,
  decode: (answer, provider) => new ChatDecoder(answer, provider),
  complaint: readComplaint,
};
