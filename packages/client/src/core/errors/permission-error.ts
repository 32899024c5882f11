import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * 403: the credential is known but may not do this. `code` is `insufficient_scope` where a scope is
 * missing, `not_connected` where the player is not connected to your application,
 * `application_suspended` where the operator suspended your application, and `consent_withdrawn`
 * where an event is not redelivered because the player withdrew consent to it.
 *
 * @example
 * if (error instanceof PermissionError) report('Please connect first.');
 */
export class PermissionError extends PartnerRatingError {
  override readonly name = 'PermissionError';
}
