import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * 404: there is nothing at this address, or nothing your application may see.
 *
 * @example
 * if (error instanceof NotFoundError) report('There is no such member.');
 */
export class NotFoundError extends PartnerRatingError {
  override readonly name = 'NotFoundError';
}
