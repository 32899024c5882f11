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
 * The error for a response: its class by the status, its message from the body, or of what came in place
 * of an answer where the body is not one of the service.
 */
export function errorFromResponse(
  response: Response,
  body: unknown,
  { id, refusal }: Pick<Operation<object, unknown>, 'id' | 'refusal'>,
  baseUrl: string,
  cause: object | undefined,
): PartnerRatingError {
  const { status: statusCode, headers, ok } = response;
  const members = Object(ok ? undefined : body);
  const text = (name: string): string | undefined =>
    typeof members[name] === 'string' ? members[name] : undefined;
  const errors = Array.isArray(members.errors) ? members.errors : [];
  const [fault] = errors;
  const code = text('error') ?? text('code');
  const detail = text('error_description') ?? text('detail');
  const said = [`${code}:`, detail, fault && `${fault.pointer}: ${fault.detail}`, text('type')];
  // The query of a redirect may be secret.
  const other = headers.get('location')?.split('?')[0] ?? headers.get('content-type');
  const message = `${id}: ${statusCode} ${
    code
      ? said.filter(Boolean).join(' ')
      : `${other} at ${baseUrl} is no answer of the service. Check the address; redirects are not followed.`
  }`;
  const details = {
    statusCode,
    response,
    requestId: headers.get('x-request-id') ?? text('instance'),
    code: text('code') ?? 'unexpected_answer',
    detail,
    retryAfter: retryAfterSeconds(headers.get('retry-after'), Date.now()),
    errors,
    ...(cause && { cause }),
  };
  const Class = classByStatus[statusCode] ?? PartnerRatingError;
  return refusal?.(members, details, message) ?? new Class(message, details);
}
