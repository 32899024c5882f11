import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * 409 and 412: the request conflicts with the current state. `code` is `match_conflict` where a match with
 * the same identifier but other content is stored, `idempotency_in_progress` where the first request
 * with this key still runs, `match_voided` where the match to be replaced was taken back before, and
 * `endpoint_disabled` where the webhook endpoint must be set again first. 412 `changed_meanwhile`: `If-Match` names
 * another version than the stored one.
 *
 * @example
 * if (error instanceof ConflictError) report(error.code);
 */
export class ConflictError extends PartnerRatingError {
  override readonly name = 'ConflictError';
}
