import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * 409: `match_conflict` where a match with the same identifier but other content is stored,
 * `idempotency_in_progress` where the first request with this key still runs.
 *
 * @example
 * if (error instanceof ConflictError) compare(error.code);
 */
export class ConflictError extends PartnerRatingError {
  override readonly name = 'ConflictError';
}
