import type { PartnerRatingError } from './errors/partner-rating-error.ts';

/**
 * Milliseconds to wait before the retry; infinite where a retry would not help, or could repeat what was
 * carried out. It is `Retry-After` plus exponential back-off with full jitter, so that clients do not all
 * retry at the same moment. After an attempt that hung there is no wait: it was one.
 */
export function retryDelayMs(
  { statusCode, retryAfter, code, message }: PartnerRatingError,
  retried: number,
  isRepeatable: unknown,
): number {
  const firstBackOffMs = 500;
  const maxBackOffMs = 8_000;
  // Rate limit windows last a minute. A longer wait is left to the caller.
  const maxRetryAfterSeconds = 60;
  // By status, `Retry-After`, code and message: what a retry may get past.
  const retryable = /^(408|429|5)|^\S+ \S+ (connection_failed|timeout|idempotency_in_progress) /;
  // What was refused before it ran, or never sent, as Node, Bun and Deno say; browsers do not say. Nothing is
  // repeated, so it is retried whatever the method.
  const notCarriedOut =
    /^(429|503 \d)|connection_failed .*(REFUSED|NOTFOUND|EAI_|CONNECT_T|to connect|\(Connect)/;
  const failure = `${statusCode} ${retryAfter} ${code} ${message}`;
  const seconds = retryAfter ?? 0;
  if (!(isRepeatable ? retryable : notCarriedOut).test(failure) || seconds > maxRetryAfterSeconds) {
    return Infinity;
  }
  if (code === 'timeout') return 0;
  return seconds * 1_000 + Math.random() * Math.min(maxBackOffMs, firstBackOffMs * 2 ** retried);
}
