import type { PartnerRatingError } from './errors/partner-rating-error.ts';

const firstBackOffMs = 500;
const maxBackOffMs = 8_000;

// Rate limit windows last a minute. A longer wait is left to the caller.
const maxRetryAfterSeconds = 60;

// Failures that a retry may get past, by status or code.
const retryable = /^(408|429|5..) | (connection_failed|timeout|idempotency_in_progress)$/;

// What Node, Bun and Deno say where no connection was made. Browsers do not say.
const notConnected =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|nable to connect|\(Connect\)/;

/**
 * Milliseconds to wait before the retry; infinite where a retry would not help, or could repeat what was
 * carried out. It is `Retry-After` plus exponential back-off with full jitter, so that clients do not all
 * retry at the same moment. After an attempt that hung there is no wait: it was one.
 */
export function retryDelayMs(
  { statusCode, code, retryAfter, message }: PartnerRatingError,
  retried: number,
  isRepeatable: unknown,
): number {
  // Refused before it ran, or never sent: nothing is repeated, whatever the method.
  const wasNotCarriedOut =
    statusCode === 429 ||
    (statusCode === 503 && retryAfter !== undefined) ||
    (code === 'connection_failed' && notConnected.test(message));
  if (
    !(isRepeatable || wasNotCarriedOut) ||
    !retryable.test(`${statusCode} ${code}`) ||
    (retryAfter ?? 0) > maxRetryAfterSeconds
  ) {
    return Infinity;
  }
  if (code === 'timeout') return 0;
  const backOffMs = Math.min(maxBackOffMs, firstBackOffMs * 2 ** retried);
  return (retryAfter ?? 0) * 1_000 + Math.random() * backOffMs;
}
