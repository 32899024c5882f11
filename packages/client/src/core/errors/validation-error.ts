import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * 400, 413, 415, and 422: the request is invalid, so it would fail again unchanged.
 *
 * @example
 * if (error instanceof ValidationError) {
 *   for (const { pointer, detail } of error.errors) report(pointer, detail);
 * }
 */
export class ValidationError extends PartnerRatingError {
  override readonly name = 'ValidationError';
}
