import { ConnectionError } from './errors/connection-error.ts';
import type { PartnerRatingError } from './errors/partner-rating-error.ts';

const firstBackOffMs = 500;
const longestBackOffMs = 8_000;

// Limits are counted by the minute: who asks for more has no room soon, and the caller is told.
const longestRetryAfter = 60;

/**
 * Milliseconds to wait before an attempt that failed is made again; undefined where that would not
 * help. As long as `Retry-After` asks for, and exponential back-off with full jitter on top, so that
 * clients that were turned away together do not come back together.
 */
export function retryDelayMs(
  error: unknown,
  attempt: number,
  random: () => number,
): number | undefined {
  const { statusCode = 0, code, retryAfter = 0 } = error as PartnerRatingError;
  const mayPass =
    error instanceof ConnectionError ||
    statusCode === 408 ||
    statusCode === 429 ||
    statusCode >= 500 ||
    code === 'idempotency_in_progress';
  if (!mayPass || retryAfter > longestRetryAfter) return undefined;
  const backOffMs = Math.min(longestBackOffMs, firstBackOffMs * 2 ** (attempt - 1));
  return retryAfter * 1_000 + random() * backOffMs;
}
