import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * 401: the API key or the access token is missing, unknown, expired or revoked. Where the token
 * endpoint refuses the application itself, it is an `OAuthError` instead.
 *
 * @example
 * if (error instanceof AuthenticationError) report('Set another API key.');
 */
export class AuthenticationError extends PartnerRatingError {
  override readonly name = 'AuthenticationError';
}
