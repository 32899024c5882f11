import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * 401: the API key or the access token is missing, unknown, expired, or revoked. If the token
 * endpoint refuses the application itself, the error is an `OAuthError` instead.
 *
 * @example
 * if (error instanceof AuthenticationError) report('Set another API key.');
 */
export class AuthenticationError extends PartnerRatingError {
  override readonly name = 'AuthenticationError';
}
