import { AuthenticationError } from './errors/authentication-error.ts';
import { ConflictError } from './errors/conflict-error.ts';
import { NotFoundError } from './errors/not-found-error.ts';
import { type ErrorDetails, PartnerRatingError } from './errors/partner-rating-error.ts';
import { PermissionError } from './errors/permission-error.ts';
import { RateLimitError } from './errors/rate-limit-error.ts';
import { ValidationError } from './errors/validation-error.ts';
import type { Operation } from './operation.ts';
import { readJson } from './read-json.ts';
import { retryAfterSeconds } from './retry-after.ts';

type Kind = new (message: string, details: ErrorDetails) => PartnerRatingError;

const kindByStatus: Record<number, Kind> = {
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
 * The error that tells of an answer: its kind by the status, its words by the body, or those given
 * where the body is not of the service.
 */
export async function errorFromResponse(
  response: Response,
  otherwise: string,
  cause: object | undefined,
  refusal: Operation<object, unknown>['refusal'],
): Promise<PartnerRatingError> {
  const { status: statusCode, headers, ok } = response;
  // A copy is read, so that the caller can read the answer as well.
  const body = ok ? undefined : await readJson(response.clone()).catch(() => {});
  const members = Object(body);
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
  const Kind = kindByStatus[statusCode] ?? PartnerRatingError;
  return refusal?.(members, details) ?? new Kind(text('detail') ?? otherwise, details);
}
