import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * The answer was not complete within `timeoutMs`. Whether the service did what was asked is not
 * known: repeat a writing call only with the same `idempotencyKey`.
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
