import { type ErrorCode, type ErrorDetails, PartnerRatingError } from './partner-rating-error.ts';

/** The properties of an `OAuthError` besides its message. */
export interface OAuthErrorDetails extends ErrorDetails {
  /** The `error` of RFC 6749. */
  code: ErrorCode;
}

/**
 * An error response of the OAuth flow (RFC 6749 section 5.2). If a scope does not exist, the client throws
 * `invalid_scope` before it sends anything; that error has no status and no response.
 *
 * @example
 * if (error instanceof OAuthError && error.errorCode === 'invalid_grant') report('Connect again.');
 */
export class OAuthError extends PartnerRatingError {
  override readonly name = 'OAuthError';
  /** The `error` of RFC 6749, such as `invalid_grant`; the same as `code`. */
  get errorCode(): ErrorCode {
    return this.code;
  }
}
