import { ProviderError, type ProviderErrorCode } from "../errors.js";
import { providerInfo } from "../provider-info.js";
import { redact } from "../redact.js";

/** What a vendor's error body says, in our words where the vendor is specific. */
export interface Complaint {
  message?: string | undefined;
  code?: ProviderErrorCode | undefined;
  retryable?: boolean | undefined;
  retry_after_ms?: number | undefined;
}

export interface ErrorFacts {
  provider: string;
  status?: number | undefined;
  complaint: Complaint;
  /** The body, for a vendor that didn't speak its own language (a proxy's page, say). */
  text?: string | undefined;
  retry_after_ms?: number | undefined;
  /** The model that was asked for. */
  model?: string;
}

const LONGEST_QUOTE = 500;

/** Makes an error that says what happened, where, and what to do next. */
export function explainFailure(facts: ErrorFacts): ProviderError {
  const { provider, status, complaint, text = "" } = facts;
  const code = complaint.code ?? codeOf(status);
  const said = complaint.message ?? text.replace(/\s+/g, " ").trim();
  const quote = said.length > LONGEST_QUOTE ? `${said.slice(0, LONGEST_QUOTE)}…` : said;
  const head =
    status === undefined ? `${provider} reports an error` : `${provider} answered ${status}`;
  const retry_after_ms = facts.retry_after_ms ?? complaint.retry_after_ms;
  const message = `${head}${quote === "" ? "" : `: ${quote}`} — ${advise(code, facts, retry_after_ms)}`;
  return new ProviderError(code, redact(message), {
    provider,
    status,
    retryable: complaint.retryable ?? isRetryable(code, status),
    retry_after_ms,
  });
}

function codeOf(status: number | undefined): ProviderErrorCode {
  switch (status) {
    case 200:
      return "protocol";
    case 401:
    case 403:
      return "auth";
    case 404:
      return "unknown_model";
    case 408:
      return "timeout";
    case 413:
      return "context_overflow";
    case 409:
      return "server";
    case 429:
      return "rate_limit";
    case 503:
    case 529:
      return "overloaded";
    default:
      return status !== undefined && status < 500 ? "bad_request" : "server";
  }
}

function isRetryable(code: ProviderErrorCode, status: number | undefined): boolean {
  if (status !== undefined && status !== 200) {
    return status === 408 || status === 409 || status === 429 || status >= 500;
  }
  return code === "overloaded" || code === "server" || code === "rate_limit" || code === "timeout";
}

function advise(
  code: ProviderErrorCode,
  { provider, model, status, complaint }: ErrorFacts,
  retry_after_ms: number | undefined,
): string {
  switch (code) {
    case "auth": {
      const variable = providerInfo(provider)?.env[0];
      const where = variable === undefined ? "" : ` (passed, ${variable} or auth.json)`;
      return `check the key${where}, or log in again`;
    }
    case "rate_limit":
      if (complaint.retryable === false) {
        return "the account has no credit left for this: add some, or use another model";
      }
      return retry_after_ms === undefined
        ? "wait a little, or use another model"
        : `wait ${Math.ceil(retry_after_ms / 1000)} s, or use another model`;
    case "context_overflow":
      return "the conversation is too long for this model: compact it, or start a new one";
    case "unknown_model":
      return `check the address and the model${model === undefined ? "" : ` "${model}"`}`;
    case "bad_request":
      if (status !== undefined && status < 400) {
        return "the address leads elsewhere; check the base URL (https rather than http?)";
      }
      return "the request itself was refused; sending it again will not help";
    case "protocol":
      return "this is not an answer of that API; check the base URL";
    default:
      return "try again in a moment, or use another model";
  }
}
