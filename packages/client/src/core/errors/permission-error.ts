import { PartnerRatingError } from './partner-rating-error.ts';

/**
 * 403: the credential is valid, but does not allow this call. `code` is `insufficient_scope` if a scope is
 * missing, `not_connected` if the player is not connected to your application,
 * `application_suspended` if the operator suspended your application, and `consent_withdrawn`
 * if an event is not redelivered because the player withdrew consent.
 *
 * @example
 * if (error instanceof PermissionError) report('Please connect first.');
 */
export class PermissionError extends PartnerRatingError {
  override readonly name = 'PermissionError';
}
