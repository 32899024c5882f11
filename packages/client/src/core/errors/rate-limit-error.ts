import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * 429: your application has reached its rate limit. `retryAfter` says when to try again.
 *
 * @example
 * if (error instanceof RateLimitError) await sleep((error.retryAfter ?? 60) * 1000);
 */
export class RateLimitError extends PartnerRatingError {
  override readonly name = 'RateLimitError';
}
