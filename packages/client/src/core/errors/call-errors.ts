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

/**
 * 429: your application has reached its rate limit. `retryAfter` says when to try again.
 *
 * @example
 * if (error instanceof RateLimitError) await sleep((error.retryAfter ?? 60) * 1000);
 */
export class RateLimitError extends PartnerRatingError {
  override readonly name = 'RateLimitError';
}

/**
 * The response is missing or incomplete: the URL is wrong, or the network or the service is down. `cause`
 * is the error of the platform. The service may have run the call. If your `afterResponse`
 * failed, `cause` is its error, and `response` is set if the call succeeded.
 *
 * @example
 * if (error instanceof ConnectionError) await client.matches.submit(batch, { idempotencyKey });
 */
export class ConnectionError extends PartnerRatingError {
  override readonly name = 'ConnectionError';
  override readonly code = 'connection_failed';
}

/**
 * The response was not complete within `timeoutMs`. The service may have run the call, so repeat a write
 * only with the same `idempotencyKey`.
 *
 * @example
 * if (error instanceof TimeoutError) await client.matches.submit(batch, { idempotencyKey });
 */
export class TimeoutError extends PartnerRatingError {
  override readonly name = 'TimeoutError';
  override readonly code = 'timeout';
  /** The milliseconds that were allowed. */
  declare readonly timeoutMs: number;
}
