import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * 409 and 412: the request conflicts with the current state. `code` is `match_conflict` if another match with
 * the same identifier is stored, `idempotency_in_progress` if the first request with this key is still running,
 * `match_voided` if the match to replace was voided, and
 * `endpoint_disabled` if you must first update the webhook endpoint. 412 `changed_meanwhile`: `If-Match` names
 * another version than the stored one.
 *
 * @example
 * if (error instanceof ConflictError) report(error.code);
 */
export class ConflictError extends PartnerRatingError {
  override readonly name = 'ConflictError';
}
