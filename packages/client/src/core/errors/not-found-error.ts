import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * 404 `not_found`: the requested resource does not exist, or your application may not see it. Any other 404,
 * such as `unknown_address` or a proxy's page, is a `PartnerRatingError`.
 *
 * @example
 * if (error instanceof NotFoundError) report('There is no such member.');
 */
export class NotFoundError extends PartnerRatingError {
  override readonly name = 'NotFoundError';
}
