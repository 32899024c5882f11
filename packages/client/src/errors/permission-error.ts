import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * 403: the credential is known but may not do this. `code` is `insufficient_scope` where a scope is
 * missing, and `not_connected` where the player is not connected to your application.
 *
 * @example
 * if (error instanceof PermissionError) askPlayerToConnect();
 */
export class PermissionError extends PartnerRatingError {
  override readonly name = 'PermissionError';
}
