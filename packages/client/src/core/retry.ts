import type { PartnerRatingError } from './errors/partner-rating-error.ts';

const firstBackOffMs = 500;
const maxBackOffMs = 8_000;

// Rate limit windows last a minute. A longer wait is left to the caller.
const maxRetryAfterSeconds = 60;

// Failures that a retry may get past, by status or code.
const retryable = /^(408|429|5..) | (connection_failed|idempotency_in_progress)$/;

/**
 * Milliseconds to wait before the retry; infinite where a retry would not help. It is `Retry-After`
 * plus exponential back-off with full jitter, so that clients do not all retry at the same moment.
 */
export function retryDelayMs(error: PartnerRatingError, retried: number): number {
  const { statusCode, code, retryAfter = 0 } = error;
  if (!retryable.test(`${statusCode} ${code}`) || retryAfter > maxRetryAfterSeconds)
    return Infinity;
  const backOffMs = Math.min(maxBackOffMs, firstBackOffMs * 2 ** retried);
  return retryAfter * 1_000 + Math.random() * backOffMs;
}
