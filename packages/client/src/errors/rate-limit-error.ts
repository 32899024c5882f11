import { type ErrorDetails, PartnerRatingError } from './partner-rating-error.ts';

/** What a `RateLimitError` carries beside its message. */
export interface RateLimitErrorDetails extends ErrorDetails {
  retryAfter?: number | undefined;
}

/**
 * 429: the limit of requests is used up.
 *
 * @example
 * if (error instanceof RateLimitError) await sleep((error.retryAfter ?? 60) * 1000);
 */
export class RateLimitError extends PartnerRatingError {
  override readonly name = 'RateLimitError';
  /** Seconds to wait, as `Retry-After` says (RFC 9110 section 10.2.3); undefined where it says none. */
  readonly retryAfter: number | undefined;

  constructor(message: string, details: RateLimitErrorDetails = {}) {
    super(message, details);
    this.retryAfter = details.retryAfter;
  }
}
