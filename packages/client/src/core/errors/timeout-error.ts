import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * The response was not complete within `timeoutMs`. The service may have run the call, so repeat a write
 * only with the same `idempotencyKey`.
 *
 * @example
 * if (error instanceof TimeoutError) await client.matches.submit(batch, { idempotencyKey });
 */
export class TimeoutError extends PartnerRatingError {
  override readonly name = 'TimeoutError';
  override readonly code = 'timeout';
  /** The milliseconds that were allowed. */
  declare readonly timeoutMs: number;
}
