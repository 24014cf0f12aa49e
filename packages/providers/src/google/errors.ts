import type { ProviderErrorCode } from "../errors.js";
import type { Complaint } from "../wire/explain.js";
import { asObject, asString } from "../wire/json.js";

const CODES: Record<string, ProviderErrorCode> = {
  UNAUTHENTICATED: "auth",
  PERMISSION_DENIED: "auth",
  NOT_FOUND: "unknown_model",
  RESOURCE_EXHAUSTED: "rate_limit",
  UNAVAILABLE: "overloaded",
  INTERNAL: "server",
  DEADLINE_EXCEEDED: "timeout",
};

/** Reads `{error: {code, status, message, details}}`; some answers wrap it in a list. */
export function readComplaint(json: unknown): Complaint {
  const outer = asObject(Array.isArray(json) ? (json as unknown[])[0] : json);
  const error = asObject(outer.error);
  const message = asString(error.message);
  const details = Array.isArray(error.details) ? (error.details as unknown[]).map(asObject) : [];
  // A wrong key is reported as a bad request.
  if (details.some(({ reason }) => reason === "API_KEY_INVALID")) return { message, code: "auth" };
  if (message !== undefined && /token count.*exceeds|exceeds.*token/i.test(message)) {
    return { message, code: "context_overflow" };
  }
  const delays = details.map(({ retryDelay }) => asString(retryDelay));
  const seconds = Number.parseFloat(delays.find((delay) => delay !== undefined) ?? "");
  return {
    message,
    code: CODES[asString(error.status) ?? ""],
    ...(seconds > 0 ? { retry_after_ms: seconds * 1000 } : {}),
  };
}
