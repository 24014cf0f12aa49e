import type { Wire } from "../wire/wire.js";
import { readComplaint } from "./errors.js";
import { GoogleDecoder } from "./from-stream.js";
import { toRequest } from "./to-request.js";

/** The Gemini API. */
export const wire: Wire = {
  path: ({ model }) =>
    `/models/${encodeURIComponent(model.replace(/^models\//, ""))}:streamGenerateContent?alt=sse`,
  headers: (credential) =>
    credential === undefined
      ? {}
      : credential.kind === "oauth"
        ? { authorization: `Bearer ${credential.secret}` }
        : // In a header, not in the address: addresses end up in logs.
          { "x-goog-api-key": credential.secret },
  body: toRequest,
  decode: (answer, provider) => new GoogleDecoder(answer, provider),
  complaint: readComplaint,
};
