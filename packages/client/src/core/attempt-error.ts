import { AuthenticationError } from './errors/authentication-error.ts';
import { ConflictError } from './errors/conflict-error.ts';
import { ConnectionError } from './errors/connection-error.ts';
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

/** The parts that are read of what a platform throws. */
export type Thrown = { name?: string; cause?: { code?: string } } | undefined;

/**
 * The error of an attempt that failed. Without a whole answer it is what was thrown, or a connection error.
 * With one its class is that of the status, and its message is of the body, or of what came in its place.
 */
export function attemptError(
  { id, refusal }: Pick<Operation<object, unknown>, 'id' | 'refusal'>,
  baseUrl: string,
  response: Response | undefined,
  body: unknown,
  cause: Thrown,
): PartnerRatingError {
  if (cause instanceof PartnerRatingError) return cause;
  if (!response || (response.ok && cause && cause.name !== 'SyntaxError')) {
    // The message of a platform is "fetch failed"; the reason is its cause.
    const reason = cause?.cause?.code ?? cause?.cause ?? cause;
    const message = `${id}: ${response ? 'half an' : 'no'} answer of ${baseUrl} (${reason}).`;
    return new ConnectionError(message, { cause, response });
  }
  const { status, headers } = response;
  const members = Object(body);
  const text = (name: string): string | undefined =>
    typeof members[name] === 'string' ? members[name] : undefined;
  const errors = Array.isArray(members.errors) ? members.errors : [];
  const [fault] = errors;
  const code = text('error') ?? text('code');
  const detail = text('error_description') ?? text('detail');
  const said = [`${code}:`, detail, fault && `${fault.pointer}: ${fault.detail}`, text('type')];
  // The query of a redirect may be secret.
  const other = headers.get('location')?.split('?')[0] ?? headers.get('content-type');
  const message = `${id}: ${status} ${
    code
      ? said.filter(Boolean).join(' ')
      : `${other} at ${baseUrl} is no answer of the service. Check the address; redirects are not followed.`
  }`;
  const details = {
    response,
    requestId: headers.get('x-request-id') ?? text('instance'),
    code: text('code') ?? 'unexpected_answer',
    detail,
    retryAfter: retryAfterSeconds(headers.get('retry-after'), Date.now()),
    errors,
    ...(cause && { cause }),
  };
  const Class = classByStatus[status] ?? PartnerRatingError;
  return refusal?.(members, details, message) ?? new Class(message, details);
}
