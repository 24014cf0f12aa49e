import type { ProviderErrorCode } from "../errors.js";
import type { Complaint } from "../wire/explain.js";
import { asObject, asString, isObject } from "../wire/json.js";

const CODES: Record<string, ProviderErrorCode> = {
  invalid_api_key: "auth",
  invalid_authentication_error: "auth",
  authentication_error: "auth",
  model_not_found: "unknown_model",
  context_length_exceeded: "context_overflow",
  rate_limit_exceeded: "rate_limit",
  rate_limit_error: "rate_limit",
  rate_limit_reached_error: "rate_limit",
  engine_overloaded_error: "overloaded",
  server_is_overloaded: "overloaded",
  slow_down: "overloaded",
  server_error: "server",
};

/** OpenAI has a code for it; the servers that imitate it have sentences. */
const TOO_LONG =
  /maximum context length|context window|context length|exceeded model token limit|prompt is too long|too many tokens/i;
/** An account without money gets a 429 that no waiting cures. */
const NO_MONEY = /insufficient_quota|exceeded_current_quota|billing/;

/** Reads `{error: {message, type, code}}`, and the bare string that some servers send. */
export function readComplaint(json: unknown): Complaint {
  const outer = asObject(Array.isArray(json) ? (json as unknown[])[0] : json);
  const error = isObject(outer.error) ? outer.error : outer;
  const message = asString(outer.error) ?? asString(error.message) ?? asString(outer.detail);
  const names = [asString(error.code), asString(error.type)].filter((name) => name !== undefined);
  if (names.some((name) => NO_MONEY.test(name))) {
    return { message, code: "rate_limit", retryable: false };
  }
  const code = names.map((name) => CODES[name]).find((found) => found !== undefined);
  if (code === undefined && message !== undefined && TOO_LONG.test(message)) {
    return { message, code: "context_overflow" };
  }
  return { message, code };
}
