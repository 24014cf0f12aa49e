export type ProviderErrorCode =
  | "aborted"
  | "auth"
  | "bad_request"
  | "connection"
  | "context_overflow"
  | "incomplete"
  | "no_credential"
  | "overloaded"
  | "protocol"
  | "rate_limit"
  | "server"
  | "timeout"
  | "unknown_model"
  | "unknown_provider";

/** A failure of a provider: what happened, where, what to do next, and whether trying again can help. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly code: ProviderErrorCode;
  readonly provider: string;
  /** True if the same request may succeed later. */
  readonly retryable: boolean;
  /** The HTTP status, where there was one. */
  readonly status: number | undefined;
  /** How long the vendor asks to wait before the next try. */
  readonly retry_after_ms: number | undefined;

  constructor(
    code: ProviderErrorCode,
    message: string,
    details: {
      provider: string;
      retryable?: boolean;
      status?: number | undefined;
      retry_after_ms?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.provider = details.provider;
    this.retryable = details.retryable ?? false;
    this.status = details.status;
    this.retry_after_ms = details.retry_after_ms;
  }
}

export function aborted(provider: string, what = "request"): ProviderError {
  return new ProviderError("aborted", `the ${what} was aborted`, { provider });
}
