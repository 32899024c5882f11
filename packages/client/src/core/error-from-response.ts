import { AuthenticationError } from './errors/authentication-error.ts';
import { ConflictError } from './errors/conflict-error.ts';
import { NotFoundError } from './errors/not-found-error.ts';
import { type ErrorDetails, PartnerRatingError } from './errors/partner-rating-error.ts';
import { PermissionError } from './errors/permission-error.ts';
import { RateLimitError } from './errors/rate-limit-error.ts';
import { ValidationError } from './errors/validation-error.ts';
import type { Operation } from './operation.ts';
import { retryAfterSeconds } from './retry-after.ts';

type ErrorClass = new (message: string, details: ErrorDetails) => PartnerRatingError;

const classByStatus: Record<number, ErrorClass> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  429: RateLimitError,
};

/**
 * The error for a response: its class by the status, its message from the body, or the fallback where
 * the body is not one of the service.
 */
export function errorFromResponse(
  response: Response,
  body: unknown,
  fallback: string,
  cause: object | undefined,
  refusal: Operation<object, unknown>['refusal'],
): PartnerRatingError {
  const { status: statusCode, headers, ok } = response;
  const members = Object(ok ? undefined : body);
  const text = (name: string): string | undefined =>
    typeof members[name] === 'string' ? members[name] : undefined;
  const details = {
    statusCode,
    response,
    requestId: headers.get('x-request-id') ?? text('instance'),
    code: text('code') ?? 'unexpected_answer',
    retryAfter: retryAfterSeconds(headers.get('retry-after'), Date.now()),
    ...(cause && { cause }),
    ...(Array.isArray(members.errors) && { errors: members.errors }),
  };
  const Class = classByStatus[statusCode] ?? PartnerRatingError;
  return refusal?.(members, details) ?? new Class(text('detail') ?? fallback, details);
}
