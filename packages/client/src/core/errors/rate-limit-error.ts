import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * 429: the limit of requests is used up. `retryAfter` says when there is room again.
 *
 * @example
 * if (error instanceof RateLimitError) await sleep((error.retryAfter ?? 60) * 1000);
 */
export class RateLimitError extends PartnerRatingError {
  override readonly name = 'RateLimitError';
}
