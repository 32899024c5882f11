import type { PartnerRatingError } from './errors/partner-rating-error.ts';

/**
 * Returns the milliseconds to wait before the retry, or infinity if a retry would not help, or could repeat a call that
 * ran. The wait is `Retry-After` plus exponential back-off with full jitter, so that clients do not all
 * retry at the same moment. After an attempt that hung, there is no wait.
 */
export function retryDelayMs(
  { statusCode, retryAfter, code, message }: PartnerRatingError,
  retried: number,
  isRepeatable: unknown,
): number {
  const firstBackOffMs = 500;
  const maxBackOffMs = 8_000;
  // Rate limit windows last a minute. The caller decides about a longer wait.
  const maxRetryAfterSeconds = 60;
  // The failures after which a retry may help, by status, `Retry-After`, code, and message.
  const retryable = /^(408|429|5)|^\S+ \S+ (connection_failed|timeout|idempotency_in_progress) /;
  // The calls that never ran: the service refused them, or Node, Bun, or Deno says that they were not sent. Browsers
  // do not say so. A retry of such a call repeats nothing, so the method does not matter.
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
