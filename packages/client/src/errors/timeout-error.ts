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
  /** The milliseconds that were allowed. */
  readonly timeoutMs: number;

  constructor(operationId: string, timeoutMs: number) {
    super(
      `${operationId} had no complete answer within ${timeoutMs} ms. ` +
        'Try again, a writing call with the same idempotencyKey, or allow more by timeoutMs.',
      { code: 'timeout' },
    );
    this.timeoutMs = timeoutMs;
  }
}
