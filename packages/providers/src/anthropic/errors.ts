import type { ProviderErrorCode } from "../errors.js";
import type { Complaint } from "../wire/explain.js";
import { asObject, asString } from "../wire/json.js";

const CODES: Record<string, ProviderErrorCode> = {
  authentication_error: "auth",
  permission_error: "auth",
  not_found_error: "unknown_model",
  rate_limit_error: "rate_limit",
  overloaded_error: "overloaded",
  api_error: "server",
  timeout_error: "timeout",
  request_too_large: "context_overflow",
  invalid_request_error: "bad_request",
  billing_error: "bad_request",
};

/** Reads `{type: "error", error: {type, message}}`, in a body or in the stream. */
export function readComplaint(json: unknown): Complaint {
  const error = asObject(asObject(json).error);
  const message = asString(error.message);
  if (message !== undefined && /prompt is too long|exceed\w* context/i.test(message)) {
    return { message, code: "context_overflow" };
  }
  return { message, code: CODES[asString(error.type) ?? ""] };
}
