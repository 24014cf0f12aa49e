import { readComplaint } from "../openai-chat/errors.js";
import type { Wire } from "../wire/wire.js";
import { ResponsesDecoder } from "./from-stream.js";
import { toRequest } from "./to-request.js";

/** The Responses API, without anything stored on the vendor's side. */
export const wire: Wire = {
  path: () => "/responses",
  headers: (credential) =>
    credential === undefined
      ? {}
      : {
          authorization: `Bearer ${credential.secret}`,
          ...(credential.accountId === undefined
            ? {}
            : { "chatgpt-account-id": credential.accountId }),
        },
  body: toRequest,
  decode: (answer, provider) => new ResponsesDecoder(answer, provider),
  complaint: readComplaint,
};
