import type {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  ValidationError,
} from './call-errors.ts';
import type { OAuthError } from './oauth-error.ts';
import type { PartnerRatingError } from './partner-rating-error.ts';
import type { WebhookVerificationError } from './webhook-verification-error.ts';

/**
 * The error classes, by `name`.
 *
 * @example
 * const name: keyof ErrorKinds = 'NotFoundError';
 */
export interface ErrorKinds {
  AuthenticationError: AuthenticationError;
  ConflictError: ConflictError;
  ConnectionError: ConnectionError;
  NotFoundError: NotFoundError;
  OAuthError: OAuthError;
  PartnerRatingError: PartnerRatingError;
  PermissionError: PermissionError;
  RateLimitError: RateLimitError;
  TimeoutError: TimeoutError;
  ValidationError: ValidationError;
  WebhookVerificationError: WebhookVerificationError;
}

/**
 * Returns whether a value is an error of this client: of any class, or of the named one. Unlike
 * `instanceof`, it also recognizes errors of another realm, such as a worker or a test runner, and of
 * another copy of this package. `PartnerRatingError`, the base class, stands for every class.
 *
 * @example
 * if (isPartnerRatingError(error)) report(error.code, error.requestId);
 *
 * @example
 * if (isPartnerRatingError(error, 'RateLimitError')) await sleep((error.retryAfter ?? 60) * 1000);
 */
export function isPartnerRatingError<Name extends keyof ErrorKinds = 'PartnerRatingError'>(
  error: unknown,
  name?: Name,
): error is ErrorKinds[Name] {
  const known = error as Partial<PartnerRatingError> | null | undefined;
  return (
    known?.isPartnerRatingError === true &&
    (!name || name === 'PartnerRatingError' || known.name === name)
  );
}
