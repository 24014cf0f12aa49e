import type { Wire } from "../wire/wire.js";
import { readComplaint } from "./errors.js";
import { AnthropicDecoder } from "./from-stream.js";
import { needsInterleavedBeta, toRequest } from "./to-request.js";

/** The Messages API. */
export const wire: Wire = {
  path: () => "/messages",
  headers(credential, request) {
    const betas = [
      ...(credential?.kind === "oauth" ? ["oauth-2025-04-20"] : []),
      ...(needsInterleavedBeta(request) ? ["interleaved-thinking-2025-05-14"] : []),
    ];
    return {
      "anthropic-version": "2023-06-01",
      ...(betas.length === 0 ? {} : { "anthropic-beta": betas.join(",") }),
      ...(credential === undefined
        ? {}
        : credential.kind === "oauth"
          ? { authorization: `Bearer ${credential.secret}` }
          : { "x-api-key": credential.secret }),
    };
  },
  body: toRequest,
  decode: (answer, provider) => new AnthropicDecoder(answer, provider),
  complaint: readComplaint,
};
