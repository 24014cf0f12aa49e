import type { ProviderError } from "../errors.js";

export interface RetryPolicy {
  /** How often a failed request is sent again, at most. */
  max: number;
  /** The first pause; each further one is twice as long. */
  firstDelayMs: number;
  longestDelayMs: number;
  /** A vendor that asks for a longer pause is not waited for. */
  longestRetryAfterMs: number;
}

export const DEFAULT_RETRIES: RetryPolicy = {
  max: 4,
  firstDelayMs: 500,
  longestDelayMs: 8_000,
  longestRetryAfterMs: 60_000,
};

/**
 * How long to wait before sending a request again; undefined if it must not be. Until the reader was
 * given anything, a stream that broke is as good as one that never began.
 */
export function planRetry(
  error: ProviderError,
  attempt: number,
  anythingSaid: boolean,
  policy: RetryPolicy,
  random = Math.random,
): number | undefined {
  if (!error.retryable || attempt > policy.max || anythingSaid) return undefined;
  if (error.retry_after_ms !== undefined) {
    return error.retry_after_ms <= policy.longestRetryAfterMs ? error.retry_after_ms : undefined;
  }
  const full = Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** (attempt - 1));
  // Many clients that failed together must not come back together.
  return Math.round(full * (0.5 + random() / 2));
}
