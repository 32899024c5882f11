import type { PartnerRatingError } from './errors/partner-rating-error.ts';

const firstBackOffMs = 500;
const longestBackOffMs = 8_000;

// Limits are counted by the minute: who asks for more has no room soon, and the caller is told.
const longestRetryAfter = 60;

// What may be over by the next attempt, by status or by code.
const passing = /^(408|429|5..) | (connection_failed|idempotency_in_progress)$/;

/**
 * Milliseconds to wait before an attempt that failed is made again; infinite where that would not
 * help. As long as `Retry-After` asks for, and exponential back-off with full jitter on top, so that
 * clients that were turned away together do not come back together.
 */
export function retryDelayMs(error: PartnerRatingError, retried: number): number {
  const { statusCode, code, retryAfter = 0 } = error;
  if (!passing.test(`${statusCode} ${code}`) || retryAfter > longestRetryAfter) return Infinity;
  const backOffMs = Math.min(longestBackOffMs, firstBackOffMs * 2 ** retried);
  return retryAfter * 1_000 + Math.random() * backOffMs;
}
